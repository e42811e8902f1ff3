//===- InlinedSizeTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/InlinedSize.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// Each level calls the next one ten times: a kernel of eleven instructions has
/// 11, 121, ... with all calls inlined.
std::string levels(unsigned Deep) {
  std::string Text = "define void @f0() {\n  ret void\n}\n";
  for (unsigned I = 1; I <= Deep; ++I) {
    Text += "define void @f" + std::to_string(I) + "() {\n";
    for (unsigned Call = 0; Call < 10; ++Call)
      Text += "  call void @f" + std::to_string(I - 1) + "()\n";
    Text += "  ret void\n}\n";
  }
  return Text;
}

std::string kernel(llvm::StringRef Name, unsigned Calls) {
  return ("define ptx_kernel void @" + Name + "() {\n  call void @f" +
          llvm::Twine(Calls) + "()\n  ret void\n}\n")
      .str();
}

class InlinedSize : public ::testing::Test {
protected:
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;

  void parse(const std::string &Text) {
    llvm::SMDiagnostic Error;
    M = llvm::parseAssemblyString(Text, Error, Context);
    ASSERT_TRUE(M) << Error.getMessage().str();
  }
  bool hasBody(llvm::StringRef Name) const {
    return !M->getFunction(Name)->isDeclaration();
  }
};

TEST_F(InlinedSize, CallsCountWithWhatTheyCall) {
  parse(levels(4) + kernel("small", 0) + kernel("large", 4));
  const auto Sizes = inlinedThousands(*M);
  EXPECT_EQ(Sizes.size(), 2u);
  EXPECT_DOUBLE_EQ(Sizes.lookup("small"), 0.003);
  // f1 has 21, f2 221, f3 2221 and f4 22221.
  EXPECT_DOUBLE_EQ(Sizes.lookup("large"), 22.223);
}

TEST_F(InlinedSize, RecursionEnds) {
  parse(R"(
define void @odd() {
  call void @even()
  ret void
}
define void @even() {
  call void @odd()
  ret void
}
define ptx_kernel void @k() {
  call void @odd()
  ret void
}
)");
  EXPECT_DOUBLE_EQ(inlinedThousands(*M).lookup("k"), 0.006);
}

TEST_F(InlinedSize, KernelsBeyondTheBudgetLoseTheirBodies) {
  parse(levels(4) + kernel("huge", 4) + kernel("first", 3) +
        kernel("second", 3) + kernel("small", 0));
  const auto Dropped = dropBeyondBudget(*M, 3);
  EXPECT_EQ(Dropped.size(), 2u);
  EXPECT_EQ(Dropped.lookup("huge"),
            "its code has 22 thousand instructions once all calls are inlined, "
            "and more than 3 thousand are not looked at");
  EXPECT_EQ(Dropped.lookup("second"),
            "the kernels of this file that come before it have 2 thousand "
            "instructions once all calls are inlined, and more than 3 thousand "
            "are not looked at");
  EXPECT_FALSE(hasBody("huge"));
  EXPECT_TRUE(hasBody("first"));
  EXPECT_FALSE(hasBody("second"));
  EXPECT_TRUE(hasBody("small"));
}

TEST_F(InlinedSize, NoBudgetDropsNothing) {
  parse(levels(4) + kernel("huge", 4));
  EXPECT_TRUE(dropBeyondBudget(*M, 0).empty());
  EXPECT_TRUE(hasBody("huge"));
}
} // namespace
