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
