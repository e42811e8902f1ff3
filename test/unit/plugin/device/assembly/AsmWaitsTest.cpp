//===- AsmWaitsTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/assembly/AsmWaits.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using testing::HasSubstr;

static std::string raised(const char *Text) {
  llvm::LLVMContext Ctx;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(Text, Error, Ctx);
  if (!M)
    return Error.getMessage().str();
  raiseAsmWaits(*M);
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  EXPECT_FALSE(llvm::verifyModule(*M, &OS));
  M->print(OS, nullptr);
  return Out;
}

TEST(AsmWaits, AWaitThatAsksAgainIsOver) {
  const std::string Text = raised(R"(
define i32 @f(i32 %b) {
  %v = call i32 asm "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [$1], $2; selp.b32 $0, 1, 0, p; }", "=r,r,r"(i32 %b, i32 0)
  ret i32 %v
})");
  EXPECT_THAT(Text, HasSubstr("ret i32 1"));
  // It is kept, as what the wait costs.
  EXPECT_THAT(Text, HasSubstr("call i32 asm sideeffect"));
}

TEST(AsmWaits, TheFirstLaneIsElected) {
  const std::string Text = raised(R"(
define i32 @f() {
  %v = call { i32, i32 } asm sideeffect "{ .reg .b32 %rx; .reg .pred %px; elect.sync %rx|%px, $2; @%px mov.s32 $1, 1; mov.s32 $0, %rx; }", "=r,=r,r"(i32 -1)
  %p = extractvalue { i32, i32 } %v, 1
  ret i32 %p
})");
  EXPECT_THAT(Text, HasSubstr("llvm.nvvm.read.ptx.sreg.laneid"));
  EXPECT_THAT(Text, HasSubstr("insertvalue { i32, i32 } zeroinitializer"));
}

TEST(AsmWaits, OtherAssemblyKeepsItsResult) {
  const std::string Text = raised(R"(
define i32 @f(i32 %b) {
  %v = call i32 asm "mov.u32 $0, $1;", "=r,r"(i32 %b)
  ret i32 %v
})");
  EXPECT_THAT(Text, HasSubstr("ret i32 %v"));
}
