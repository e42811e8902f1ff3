//===- BankConflictTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/BankConflict.h"
#include "test/unit/analysis/advice/LineCostFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
std::vector<LineFinding> find(const Asked &A) {
  return findBankConflicts(A.K, A.L, A.Gpu, A.P);
}
Asked transposition(llvm::StringRef Kernel, Dim3 Block = {32, 8}) {
  return ask(Kernel, {64, 64}, Block, {{}, {}, 2048, 2048});
}
} // namespace

TEST(BankConflict, AColumnOfATile) {
  auto F = find(transposition("transposeTile"));
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_EQ(F[0].Text,
            "32-way bank conflict in shared memory (stride 128 bytes)");
  EXPECT_THAT(F[0].Accesses, testing::ElementsAre(2));
  EXPECT_GT(F[0].gainPercent(), 30);
  EXPECT_THAT(find(transposition("transposePadded")), IsEmpty());
  EXPECT_THAT(find(ask("matmulTiled", {64, 64}, {16, 16}, {{}, {}, {}, 1024})),
              IsEmpty());
}

TEST(BankConflict, OneElementPerRowIsEnough) {
  Asked A = transposition("transposeTile");
  auto Pad = findPadding(A.K, A.L, A.Gpu, A.P, 0, 32 * 4, 4);
  ASSERT_TRUE(Pad);
  EXPECT_EQ(Pad->Elements, 1u);
  // As the kernel that is padded in its source.
  Asked Padded = transposition("transposePadded");
  EXPECT_NEAR(Pad->WithoutUs.Value, Padded.P.TimeUs.Value,
              0.05 * Padded.P.TimeUs.Value);
}

TEST(BankConflict, NoPaddingWithoutProof) {
  Asked A = transposition("transposeTile");
  // Not the array's rows: columns would run from one into the next.
  EXPECT_FALSE(findPadding(A.K, A.L, A.Gpu, A.P, 0, 16 * 4, 4));
  EXPECT_FALSE(findPadding(A.K, A.L, A.Gpu, A.P, 0, 48, 4));
  EXPECT_FALSE(findPadding(A.K, A.L, A.Gpu, A.P, 7, 32 * 4, 4));
  // No conflict, nothing to pad.
  Asked Padded = transposition("transposePadded");
  EXPECT_FALSE(
      findPadding(Padded.K, Padded.L, Padded.Gpu, Padded.P, 0, 33 * 4, 4));
  // A block as wide as two rows reaches beyond its row.
  Asked Wide = transposition("transposeTile", {64, 8});
  EXPECT_FALSE(findPadding(Wide.K, Wide.L, Wide.Gpu, Wide.P, 0, 32 * 4, 4));
}

TEST(BankConflict, PaddingHasToFit) {
  Asked A = transposition("transposeTile");
  A.K.StaticSharedBytes = 48 * 1024 - 64;
  EXPECT_FALSE(findPadding(A.K, A.L, A.Gpu, A.P, 0, 32 * 4, 4));
}
