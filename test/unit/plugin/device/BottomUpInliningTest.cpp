//===- BottomUpInliningTest.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/BottomUpInlining.h"
#include "plugin/device/InlinedSize.h"
#include "plugin/device/Pipeline.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// f1 calls f0 ten times, f2 calls f1, ...; each through a variable on the
/// stack. All of it is one multiplication.
std::string levels(unsigned Deep) {
  std::string Text = "define internal i32 @f0(i32 %a) alwaysinline {\n"
                     "  ret i32 %a\n}\n";
  for (unsigned I = 1; I <= Deep; ++I) {
    Text += "define internal i32 @f" + std::to_string(I) +
            "(i32 %a) alwaysinline {\n"
            "  %place = alloca i32\n  store i32 %a, ptr %place\n"
            "  %r0 = load i32, ptr %place\n";
    for (unsigned Call = 0; Call < 10; ++Call) {
      const std::string N = std::to_string(Call);
      Text +=
          "  %c" + N + " = call i32 @f" + std::to_string(I - 1) + "(i32 %r0)\n";
    }
    Text += "  %s = add i32 %c0, %c9\n  ret i32 %s\n}\n";
  }
  return Text;
}

std::string kernel(llvm::StringRef Calls) {
  return ("define ptx_kernel void @k(ptr %out, i32 %a) {\n"
          "  %r = call i32 @" +
          Calls + "(i32 %a)\n  store i32 %r, ptr %out\n  ret void\n}\n")
      .str();
}

class BottomUpInlining : public ::testing::Test {
protected:
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;

  void run(const std::string &Text, double MostThousands = 0) {
    llvm::SMDiagnostic Error;
    M = llvm::parseAssemblyString(Text, Error, Context);
    ASSERT_TRUE(M) << Error.getMessage().str();
    auto Machine = createNvptxMachine("sm_80", "");
    ASSERT_TRUE(bool(Machine)) << llvm::toString(Machine.takeError());
    M->setTargetTriple((*Machine)->getTargetTriple());
    M->setDataLayout((*Machine)->createDataLayout());
    inlineBottomUp(*M, **Machine, MostThousands);
    EXPECT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
  }
  size_t calls(llvm::StringRef Name) const {
    size_t Count = 0;
    for (const llvm::BasicBlock &B : *M->getFunction(Name))
      for (const llvm::Instruction &I : B)
        Count += llvm::isa<llvm::CallInst>(I);
    return Count;
  }
};

TEST_F(BottomUpInlining, MillionsOfCopiesOnTheStackAreFewInstructions) {
  const std::string Text = levels(7) + kernel("f7");
  run(Text);
  EXPECT_EQ(calls("k"), 0u);
  EXPECT_LT(M->getFunction("k")->getInstructionCount(), 20u);
  EXPECT_LT(inlinedThousands(*M).lookup("k"), 0.02);
  // What is inlined everywhere is gone.
  EXPECT_FALSE(M->getFunction("f7"));

  llvm::SMDiagnostic Error;
  auto Before = llvm::parseAssemblyString(Text, Error, Context);
  EXPECT_GT(inlinedThousands(*Before).lookup("k"), 10'000);
}

TEST_F(BottomUpInlining, OnlyWhatMustBeInlined) {
  run("define internal i32 @plain(i32 %a) {\n  ret i32 %a\n}\n" +
      kernel("plain"));
  EXPECT_EQ(calls("k"), 1u);
}

TEST_F(BottomUpInlining, RecursionEnds) {
  run("define internal i32 @f(i32 %a) alwaysinline {\n"
      "  %r = call i32 @g(i32 %a)\n  ret i32 %r\n}\n"
      "define internal i32 @g(i32 %a) alwaysinline {\n"
      "  %r = call i32 @f(i32 %a)\n  ret i32 %r\n}\n" +
      kernel("f"));
  EXPECT_EQ(calls("k"), 1u);
}

TEST_F(BottomUpInlining, NoMoreThanTheBudget) {
  // 900 stores that stay, twice.
  std::string Text = "define internal i32 @f(i32 %a) alwaysinline {\n";
  for (unsigned I = 0; I < 900; ++I)
    Text += "  store volatile i32 %a, ptr null\n";
  Text += "  ret i32 %a\n}\n"
          "define ptx_kernel void @k(i32 %a) {\n"
          "  call i32 @f(i32 %a)\n  call i32 @f(i32 %a)\n  ret void\n}\n";
  run(Text, 1);
  EXPECT_EQ(calls("k"), 1u);
  run(Text, 2);
  EXPECT_EQ(calls("k"), 0u);
}
} // namespace
