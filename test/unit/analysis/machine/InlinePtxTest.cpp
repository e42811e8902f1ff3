//===- InlinePtxTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/MachineOps.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// Operations of class \p Op; -1 if the text is not known altogether.
double countIn(llvm::StringRef Text, OpClass Op, bool ExpectKnown = true) {
  MachineOps Ops;
  EXPECT_EQ(lowerInlinePtx(Text, Ops), ExpectKnown) << Text.str();
  double Sum = 0;
  for (MachineOp M : Ops)
    if (M.Class == Op)
      Sum += M.Count;
  return Sum;
}

TEST(InlinePtx, ArithmeticByNameAndType) {
  EXPECT_EQ(countIn("fma.rn.f32 $0, $1, $2, $3;", OpClass::Fp32Fma), 1);
  EXPECT_EQ(countIn("fma.rn.f64 $0, $1, $2, $3;", OpClass::Fp64Fma), 1);
  EXPECT_EQ(countIn("fma.rn.f16x2 $0, $1, $2, $3;", OpClass::Fp16Arith), 1);
  EXPECT_EQ(countIn("add.s64 $0, $1, $2;", OpClass::IntAdd), 2);
  EXPECT_EQ(countIn("mad.lo.s32 $0, $1, $2, $3;", OpClass::IntMul), 1);
  EXPECT_EQ(countIn("mul.wide.u32 $0, $1, $2;", OpClass::IntMulWide), 1);
  EXPECT_EQ(countIn("rcp.approx.ftz.f32 $0, $1;", OpClass::Fp32RcpApprox), 1);
  EXPECT_EQ(countIn("lop3.b32 $0, $1, $2, $3, 0x96;", OpClass::IntLogic), 1);
}

TEST(InlinePtx, WaitsThatLoopInTheTextCountOnce) {
  const char *Text = "{\n.reg .pred P1;\nLAB_WAIT:\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 P1, [$0], $1;\n"
                     "@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}";
  EXPECT_EQ(countIn(Text, OpClass::AtomicShared), 1);
  EXPECT_EQ(countIn(Text, OpClass::Branch), 2);
}

TEST(InlinePtx, TheCopyEngineAndItsBarriers) {
  const char *Tma =
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::"
      "bytes [$0], [$1, {$3, $4}], [$2];";
  EXPECT_EQ(countIn(Tma, OpClass::LoadGlobal), 1);
  EXPECT_EQ(countIn("cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], "
                    "$2;",
                    OpClass::StoreGlobal),
            1);
  EXPECT_EQ(countIn("cp.async.bulk.wait_group.read 0;", OpClass::Fence), 1);
  EXPECT_EQ(
      countIn("mbarrier.init.shared::cta.b64 [$0], $1;", OpClass::StoreShared),
      1);
  EXPECT_EQ(countIn("mapa.shared::cluster.u32 $0, $1, $2;", OpClass::IntAdd),
            1);
  EXPECT_EQ(countIn("tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, p;",
                    OpClass::TensorAsync),
            128);
  EXPECT_EQ(countIn("tcgen05.wait::ld.sync.aligned;", OpClass::Fence), 1);
  EXPECT_EQ(countIn("tcgen05.ld.sync.aligned.32x32b.x2.b32 {$0, $1}, [$2];",
                    OpClass::LoadShared),
            1);
  EXPECT_EQ(countIn("tcgen05.st.sync.aligned.32x32b.x1.b32 [$0], {$1};",
                    OpClass::StoreShared),
            1);
}

TEST(InlinePtx, SeveralStatementsPredicatesAndDeclarations) {
  const char *Text = "{\n\t.reg .pred p;\n\tsetp.ne.s32 p, $2, 0;\n"
                     "\t@p add.s32 $0, $0, $1;\n}";
  EXPECT_EQ(countIn(Text, OpClass::IntCompare), 1);
  EXPECT_EQ(countIn(Text, OpClass::IntAdd), 1);
  EXPECT_EQ(countIn("", OpClass::IntAdd), 0);
}

TEST(InlinePtx, MemoryIsCountedButItsAddressIsNotKnown) {
  EXPECT_EQ(countIn("ld.global.nc.f32 $0, [$1];", OpClass::LoadGlobal, false),
            1);
  EXPECT_EQ(countIn("st.shared.v4.f32 [$0], {$1, $2, $3, $4};",
                    OpClass::StoreShared, false),
            1);
  EXPECT_EQ(countIn("cp.async.commit_group;", OpClass::Fence), 1);
  EXPECT_EQ(countIn("cp.async.wait_group 1;", OpClass::Fence), 1);
  EXPECT_EQ(countIn("wgmma.fence.sync.aligned;", OpClass::Fence), 1);
  EXPECT_EQ(countIn("wgmma.commit_group.sync.aligned;", OpClass::Fence), 1);
}

TEST(InlinePtx, FieldsOfAWordAreComputedOneByOne) {
  const char *Saturating = "vadd4.s32.s32.s32.sat $0, $1, $2, $3;";
  EXPECT_EQ(countIn(Saturating, OpClass::IntPermute), 27);
  EXPECT_EQ(countIn(Saturating, OpClass::Convert32), 4);
  const char *Equal = "vset4.u32.u32.eq $0, $1, $2, $3;";
  EXPECT_EQ(countIn(Equal, OpClass::IntPermute), 15);
  EXPECT_EQ(countIn(Equal, OpClass::IntCompare), 4);
  EXPECT_EQ(countIn("vset2.s32.s32.lt $0, $1, $2, $3;", OpClass::IntPermute),
            9);
  const char *Summed = "vset4.u32.u32.eq.add $0, $1, $2, $3;";
  EXPECT_EQ(countIn(Summed, OpClass::IntPermute), 10);
  EXPECT_EQ(countIn(Summed, OpClass::IntAdd), 2);
}

TEST(InlinePtx, WholeWordsWhereNoCarryMattersOrTheHardwareCan) {
  const char *Sum = "vadd4.u32.u32.u32 $0, $1, $2, $3;";
  EXPECT_EQ(countIn(Sum, OpClass::IntLogic), 3);
  EXPECT_EQ(countIn(Sum, OpClass::IntPermute), 0);
  const char *Sad = "vabsdiff4.u32.u32.u32.add $0, $1, $2, $3;";
  EXPECT_EQ(countIn(Sad, OpClass::IntAdd), 1);
  EXPECT_EQ(countIn(Sad, OpClass::IntPermute), 0);
}

TEST(InlinePtx, WhatIsNotKnownIsSaid) {
  EXPECT_EQ(countIn("frobnicate.b32 $0, $1;", OpClass::InlineAsm, false), 1);
  EXPECT_EQ(countIn(";;; {}", OpClass::InlineAsm), 0);
}
TEST(InlinePtx, AProductMayStandOnALineOfItsOwn) {
  EXPECT_EQ(countIn("{\nwgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16\n"
                    "{$0, $1}, $2, $3, p, 1, 1;\n}",
                    OpClass::TensorAsync),
            8);
  EXPECT_EQ(countIn("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32\n"
                    "{$0,$1,$2,$3}, {$4,$5,$6,$7}, {$8,$9}, {$0,$1,$2,$3};",
                    OpClass::TensorMma),
            1);
}
} // namespace
