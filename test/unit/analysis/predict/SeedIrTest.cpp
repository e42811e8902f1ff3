//===- SeedIrTest.cpp - The critical path of real LLVM IR -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/path/CriticalPath.h"
#include "analysis/summarize/SummarizeKernel.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// The loops' times for one entry, in the order of the summary.
std::vector<std::string> loopTimes(llvm::StringRef Ir) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Diag;
  std::unique_ptr<llvm::Module> M =
      llvm::parseAssemblyString(Ir, Diag, Context);
  if (!M) {
    ADD_FAILURE() << Diag.getMessage().str();
    return {};
  }
  auto K = summarizeKernel(*M->begin());
  if (!K) {
    ADD_FAILURE() << llvm::toString(K.takeError());
    return {};
  }
  PathGraph Graph(*K, {});
  std::vector<std::string> Out;
  for (const MaxPlus &E : criticalPath(Graph, symbolicCosts(*K)).PerEntry)
    Out.push_back(E.print());
  return Out;
}

// Kleimenov and Popova 2021, Fig. 3: the printed formula, and the blocks
// around.
TEST(SeedIr, KleimenovPopovaFigure3) {
  const std::vector<std::string> Expected = {
      "(lat_%6+del_br+lat_%8+lat_%9+"
      "max(del_%11+max(del_%13+del_br,lat_%13)+lat_%6+del_br,lat_%11)+"
      "lat_%8+lat_%9+del_%11+del_%13)/2*trip"};
  EXPECT_EQ(loopTimes(R"(
define void @fig3(double %res, double %p) {
"1":
  br label %"5"
"5":
  %j = phi i32 [ 0, %"1" ], [ %"13", %"12" ]
  %temp = phi double [ %res, %"1" ], [ %"11", %"7" ]
  %"6" = icmp slt i32 %j, 15
  br i1 %"6", label %"7", label %"15"
"7":
  %"8" = fmul double %temp, 1.3
  %"9" = fadd double %"8", 8.0
  %"11" = fadd double %"9", %p
  br label %"12"
"12":
  %"13" = add nsw i32 %j, 1
  br label %"5"
"15":
  ret void
}
)"),
            Expected);
}

// By hand: a value that goes around through an addition and a multiplication.
// The first iteration: %a at 0, %m at lat_a, %n at + del_m, %c at + lat_n, the
// branch at + lat_c. The second one's %a is due del_br later, or when %m is
// there; its %m waits for %a alone, which is issued later than the old %m.
TEST(SeedIr, RotatedRecurrence) {
  const std::vector<std::string> Expected = {
      "(lat_%a+max(del_%m+lat_%n+lat_%c+del_br,lat_%m)+lat_%a+del_%m+lat_%n"
      "+lat_%c)/2*trip"};
  EXPECT_EQ(loopTimes(R"(
define void @recurrence(float %x, i32 %count) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %n, %body ]
  %s = phi float [ %x, %entry ], [ %m, %body ]
  %a = fadd float %s, %x
  %m = fmul float %a, %x
  %n = add nsw i32 %i, 1
  %c = icmp slt i32 %n, %count
  br i1 %c, label %body, label %exit
exit:
  ret void
}
)"),
            Expected);
}

// The inner loop is a step of the outer one, with its own trip count.
TEST(SeedIr, NestedLoops) {
  std::vector<std::string> Times = loopTimes(R"(
define void @nested(float %x, i32 %count) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %in, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %jn, %inner ]
  %jn = add nsw i32 %j, 1
  %jc = icmp slt i32 %jn, %count
  br i1 %jc, label %inner, label %latch
latch:
  %in = add nsw i32 %i, 1
  %ic = icmp slt i32 %in, %count
  br i1 %ic, label %outer, label %exit
exit:
  ret void
}
)");
  ASSERT_EQ(Times.size(), 2u);
  const std::string Inner = "(lat_%jn+lat_%jc+del_br+lat_%jn+lat_%jc)/2*trip2";
  EXPECT_EQ(Times[1], Inner);
  EXPECT_EQ(Times[0], "(" + Inner + "+lat_%in+lat_%ic+del_br+" + Inner +
                          "+lat_%in+lat_%ic)/2*trip1");
}
} // namespace
