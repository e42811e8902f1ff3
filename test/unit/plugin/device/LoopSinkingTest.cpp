//===- LoopSinkingTest.cpp - Loops behind the test of who needs them ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/unrolling/ShapeUnrolling.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// `for (i = 0; i < Trips; ++i) sum += table[i]; if (Condition) *out = sum;`
bool entersAtOnce(const std::string &Trips, const std::string &Condition,
                  const std::string &Table = "addrspace(4)") {
  const std::string Text = "@table = " + Table + R"( global [4096 x i32] undef
define void @k(ptr %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %p = getelementptr i32, ptr )" +
                           Table + R"( @table, i32 %i
  %v = load i32, ptr )" + Table +
                           R"( %p
  %more = add i32 %sum, %v
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, )" +
                           Trips + R"(
  br i1 %done, label %after, label %loop
after:
  %is = icmp eq i32 )" + Condition +
                           R"(, 0
  br i1 %is, label %use, label %end
use:
  store i32 %more, ptr %out
  br label %end
end:
  ret void
})";
  LLVMContext Context;
  SMDiagnostic Error;
  auto M = parseAssemblyString(Text, Error, Context);
  if (!M) {
    ADD_FAILURE() << Error.getMessage().str();
    return false;
  }
  PassBuilder Builder;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Graph;
  ModuleAnalysisManager Modules;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Graph);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Graph, Modules);
  Function &F = *M->getFunction("k");
  FunctionPassManager Passes;
  Passes.addPass(LoopSinkingPass());
  Passes.run(F, Functions);
  EXPECT_FALSE(verifyFunction(F, &errs()));
  DominatorTree DT(F);
  LoopInfo LI(DT);
  EXPECT_EQ(std::distance(LI.begin(), LI.end()), 1);
  return F.getEntryBlock().getSingleSuccessor() == (*LI.begin())->getHeader();
}

TEST(LoopSinking, WhatOneSideUsesIsComputedThere) {
  EXPECT_FALSE(entersAtOnce("1024", "%n"));
}

TEST(LoopSinking, OtherLoopsStay) {
  EXPECT_TRUE(entersAtOnce("1024", "%more")); // the test needs the sum
  EXPECT_TRUE(entersAtOnce("%n", "%n"));      // not unrolled in full
  EXPECT_TRUE(entersAtOnce("4096", "%n"));    // too large
  EXPECT_TRUE(entersAtOnce("1024", "%n", "addrspace(1)")); // no constants
}
} // namespace
