//===- TensorMemoryTest.cpp - What tcgen05 moves and computes -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/tensor/TensorMemory.h"
#include "test/unit/analysis/machine/LoweringFixture.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// A descriptor of the PTX manual: rows in sixteens from bit 24 on, columns in
/// eights from bit 17 on; the rest says types.
std::string descriptor(unsigned Rows, unsigned Columns) {
  return std::to_string(Rows / 16 << 24 | Columns / 8 << 17 | 0x10);
}

/// A function with one statement \p Asm, which is given a word, two descriptors
/// of matrices and \p Descriptor.
std::string statement(const std::string &Asm, const std::string &Descriptor) {
  return "  call void asm sideeffect \"" + Asm +
         "\", \"r,l,l,r,r\"(i32 %n, i64 %m, i64 %m, i32 " + Descriptor +
         ", i32 1)";
}

struct Statement {
  Lowered L;
  const llvm::CallBase *Call = nullptr;
  explicit Statement(const std::string &Body) : L(Body) {
    for (const llvm::Instruction &In : L.F->getEntryBlock())
      if (const auto *C = llvm::dyn_cast<llvm::CallBase>(&In);
          C && C->isInlineAsm())
        Call = C;
  }
  std::optional<TensorMemoryProduct> product() const {
    return tensorMemoryProduct(*Call, L.F->getDataLayout());
  }
};

TensorMemoryProduct productOf(const std::string &Asm,
                              const std::string &Descriptor) {
  const auto Out = Statement(statement(Asm, Descriptor)).product();
  EXPECT_TRUE(Out) << Asm;
  return Out.value_or(TensorMemoryProduct());
}

const std::string OneSm = "tcgen05.mma.cta_group::1.kind::f16 ",
                  TwoSms = "tcgen05.mma.cta_group::2.kind::f8f6f4 ",
                  FromShared = "[$0], $1, $2, $3, p;",
                  FromTensorMemory = "[$0], [$4], $2, $3, p;";
} // namespace

TEST(TensorMemory, TheDescriptorSaysTheShape) {
  const auto Wide = productOf(OneSm + FromShared, descriptor(128, 256));
  EXPECT_TRUE(Wide.ShapeIsKnown);
  EXPECT_EQ(Wide.PipeCycles, 128u);
  EXPECT_EQ(Wide.SharedBytes, (128 + 256) * 32u);
  // Narrow products do not become faster below some clocks, and 64 rows take
  // as long as 128.
  EXPECT_EQ(productOf(OneSm + FromShared, descriptor(128, 16)).PipeCycles, 44u);
  EXPECT_EQ(productOf(OneSm + FromShared, descriptor(64, 256)).PipeCycles,
            128u);
}

TEST(TensorMemory, AnOperandInTensorMemoryIsNotReadFromSharedMemory) {
  EXPECT_EQ(
      productOf(OneSm + FromTensorMemory, descriptor(128, 256)).SharedBytes,
      256 * 32u);
}

TEST(TensorMemory, OneBlockAsksForTheWorkOfTwoSms) {
  const auto Pair = productOf(TwoSms + FromShared, descriptor(256, 256));
  EXPECT_EQ(Pair.PipeCycles, 2 * 128u);
  // Each SM reads its half of both operands.
  EXPECT_EQ(Pair.SharedBytes, (256 + 256) * 32u);
}

TEST(TensorMemory, ASparseProductHasItsDescriptorBehindWhereElementsAre) {
  const auto Sparse =
      productOf("tcgen05.mma.sp.cta_group::1.kind::f16 [$0], $1, $2, [$4], $3, "
                "p;",
                descriptor(128, 128));
  EXPECT_TRUE(Sparse.ShapeIsKnown);
  EXPECT_EQ(Sparse.PipeCycles, 64u);
  EXPECT_EQ(Sparse.SharedBytes, 128 * 32 + 2 * 128 * 32u);
}

// Scales and types may be put into it while the kernel runs.
TEST(TensorMemory, BitsOfTheShapeAreEnough) {
  const auto Partly =
      Statement("  %low = and i32 %n, 96\n  %d = or i32 %low, " +
                descriptor(128, 192) + "\n" +
                statement(OneSm + FromShared, "%d"))
          .product();
  ASSERT_TRUE(Partly);
  EXPECT_TRUE(Partly->ShapeIsKnown);
  EXPECT_EQ(Partly->PipeCycles, 96u);
  const auto Unknown = productOf(OneSm + FromShared, "%n");
  EXPECT_FALSE(Unknown.ShapeIsKnown);
  EXPECT_EQ(Unknown.PipeCycles, 64u);
}

// A clock of the pipe is two products of 16 x 8 x 16.
TEST(TensorMemory, ItsClocksAreCountedAsProducts) {
  auto Products = [](const std::string &Asm, const std::string &Descriptor) {
    const Statement S(statement(Asm, Descriptor));
    unsigned N = 0;
    for (MachineOp Op : lowerCall(*S.Call).Ops)
      N += Op.Class == OpClass::TensorAsync ? Op.Count : 0;
    return N;
  };
  EXPECT_EQ(Products(OneSm + FromShared, descriptor(128, 256)), 256u);
  EXPECT_EQ(Products(TwoSms + FromShared, descriptor(256, 64)), 2 * 2 * 44u);
}

TEST(TensorMemory, WordsThatAWarpMoves) {
  auto Move = [](const std::string &Asm) {
    const Statement S(statement(Asm, "%n"));
    return tensorMemoryMove(*S.Call);
  };
  const auto Load =
      Move("tcgen05.ld.sync.aligned.32x32b.x32.b32 {$1, $2}, [$0];");
  ASSERT_TRUE(Load);
  EXPECT_EQ(Load->Kind, TensorMemoryMove::Load);
  EXPECT_EQ(Load->Bytes, 32 * 128u);
  const auto Store =
      Move("tcgen05.st.sync.aligned.16x256b.x2.b32 [$0], {$1, $2};");
  ASSERT_TRUE(Store);
  EXPECT_EQ(Store->Kind, TensorMemoryMove::Store);
  EXPECT_EQ(Store->Bytes, 2 * 512u);
  const auto Copy = Move("tcgen05.cp.cta_group::1.128x256b [$0], $1;");
  ASSERT_TRUE(Copy);
  EXPECT_EQ(Copy->Kind, TensorMemoryMove::FromShared);
  EXPECT_EQ(Copy->Bytes, 128 * 256 / 8u);
  for (const char *Other :
       {"tcgen05.wait::ld.sync.aligned;", "mov.u32 $0, $3;",
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], 128;"})
    EXPECT_FALSE(Move(Other)) << Other;
}
