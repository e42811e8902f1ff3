//===- AcceptedTextTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/AcceptedText.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace gpuperf;

TEST(AcceptedText, OperandsOfAssemblyGetTheirCommas) {
  EXPECT_EQ(withOperandCommas("asm(\"x\" : : \"r\"(a)  \"l\"(b) \"=r\"(c));"),
            "asm(\"x\" : : \"r\"(a), \"l\"(b),\"=r\"(c));");
  EXPECT_EQ(withOperandCommas("asm(\"x\" : : \"r\"(a), \"l\"(b));"), "");
  EXPECT_EQ(withOperandCommas("const char *s = \"a\" \"b\"; f(\"r\"(a))"), "");
  EXPECT_EQ(withOperandCommas("\"r\"(a(b)) \"l\"(c)"), "");
}

TEST(AcceptedText, BracketsOfLaunchesAreJoined) {
  EXPECT_EQ(withWholeBrackets("k << <g, b >> > (x);"), "k <<< g, b >>>  (x);");
  EXPECT_EQ(withWholeBrackets("k <<< g, f(a) >> 1, s >> >(x);"),
            "k <<< g, f(a) >> 1, s >>> (x);");
  EXPECT_EQ(withWholeBrackets("k << < dim3(n >> 2, 1), 8>>>\n  (x);"),
            "k <<<  dim3(n >> 2, 1), 8>>>\n  (x);");
  // Two, and what is no launch.
  EXPECT_EQ(
      withWholeBrackets("// a << < b\nj << <1, 1 >> >(); l << <2, 2>>>();"),
      "// a << < b\nj <<< 1, 1 >>> (); l <<< 2, 2>>>();");
  for (const char *Text : {"k<<<g, b>>>(x);", "operator<< <int>(a, b);",
                           "s << \"a << < b >> >(\";", "f<A<B<C<int>> >(x)>;",
                           "a << <b; c >> >(d);", "x << '<' << 1'0 >> > (2"})
    EXPECT_EQ(withWholeBrackets(Text), "") << Text;
}

TEST(AcceptedText, OnlyTheHeaderThatIsKnownForIt) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const char *Text = "asm(\"x\" :: \"r\"(a)  \"l\"(b));";
  for (const char *Name : {"/cute/arch/copy_sm100.hpp", "/mine.hpp"})
    Memory->addFile(Name, 0, llvm::MemoryBuffer::getMemBuffer(Text));
  auto Files = acceptingFiles(Memory);
  auto Read = [&](const char *Name) {
    auto Buffer = Files->getBufferForFile(Name);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  };
  EXPECT_EQ(Read("/cute/arch/copy_sm100.hpp"),
            "asm(\"x\" :: \"r\"(a), \"l\"(b));");
  EXPECT_EQ(Read("/mine.hpp"), Text);
}
