//===- UnlikelySuccessorTest.cpp - What hardly ever happens ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/UnlikelySuccessor.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/IR/Instructions.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Of the branch at the end of the first block, which leads to %record or to
/// %end; \p Place: where the record is kept.
uint8_t unlikely(const std::string &Compare, const std::string &Place = "%m",
                 const std::string &Written = "%m") {
  Ir I = parseText(R"ir(
target triple = "nvptx64-nvidia-cuda"
@best = addrspace(1) global i64 0
define ptx_kernel void @k(ptr addrspace(1) %m, ptr addrspace(1) %p, i64 %n) {
  %own = load double, ptr addrspace(1) %p
  %at = getelementptr i64, ptr addrspace(1) %m, i64 %n
  %bits = load i64, ptr addrspace(1) )ir" +
                   Place + R"ir(
  %now = bitcast i64 %bits to double
  %new = bitcast double %own to i64
  %c = )ir" + Compare +
                   R"ir(
  br i1 %c, label %record, label %end
record:
  br label %try
try:
  %old = cmpxchg ptr addrspace(1) )ir" +
                   Written + R"ir(, i64 %bits, i64 %new seq_cst seq_cst
  br label %end
end:
  ret void
}
)ir");
  if (!I.M)
    return NoUnlikelySucc;
  const UnlikelyWay Way = unlikelySuccessor(*llvm::cast<llvm::BranchInst>(
      I.M->getFunction("k")->getEntryBlock().getTerminator()));
  // In rising order, every value would be a record.
  EXPECT_EQ(Way.IfRandom, Way.Succ != NoUnlikelySucc);
  return Way.Succ;
}
} // namespace

TEST(UnlikelySuccessor, RecordsAreRare) {
  EXPECT_EQ(unlikely("fcmp ogt double %own, %now"), 0);
  EXPECT_EQ(unlikely("fcmp olt double %now, %own"), 0);
  EXPECT_EQ(unlikely("icmp slt i64 %new, %bits"), 0);
  EXPECT_EQ(unlikely("icmp slt i64 %new, %bits", "@best", "@best"), 0);
}

TEST(UnlikelySuccessor, NotWhereEachThreadHasItsOwnPlace) {
  EXPECT_EQ(unlikely("fcmp ogt double %own, %now", "%at", "%at"),
            NoUnlikelySucc);
}

TEST(UnlikelySuccessor, NotWhereAnotherPlaceIsWritten) {
  EXPECT_EQ(unlikely("fcmp ogt double %own, %now", "%m", "@best"),
            NoUnlikelySucc);
}

TEST(UnlikelySuccessor, ALockThatIsFreeIsTaken) {
  EXPECT_EQ(unlikely("icmp eq i64 %bits, 0"), NoUnlikelySucc);
}

TEST(UnlikelySuccessor, HugeArgumentsOfASineAreRare) {
  auto Of = [](const std::string &Magnitude) {
    Ir I = parseText(R"ir(
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fabs.f32(float)
declare float @llvm.nvvm.fabs.f32(float)
declare float @llvm.sqrt.f32(float)
define float @k(float %x) {
  %m = call float @)ir" +
                     Magnitude +
                     R"ir((float %x)
  %c = fcmp ult float %m, 105615.0
  br i1 %c, label %small, label %huge
small:
  ret float %x
huge:
  ret float 0.0
}
)ir");
    return unlikelySuccessor(
               *llvm::cast<llvm::BranchInst>(
                   I.M->getFunction("k")->getEntryBlock().getTerminator()))
        .Succ;
  };
  EXPECT_EQ(Of("llvm.fabs.f32"), 1);
  // So it is in the math library of the CUDA toolkit.
  EXPECT_EQ(Of("llvm.nvvm.fabs.f32"), 1);
  EXPECT_EQ(Of("llvm.sqrt.f32"), NoUnlikelySucc);
}
