//===- MatrixTest.cpp - Tiles of matrices against a run on the CPU --------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuRegistry.h"
#include "test/exact/Compare.h"
#include "test/exact/matrix/FragmentKernels.h"
#include "test/exact/matrix/MatrixKernels.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::exact;

/// How many times as long as without conflicts the banks take for rows of 16
/// bytes at this distance, 8 to a phase.
static double passesAtDistance(uint64_t Bytes) {
  std::array<uint64_t, MostLanes> Rows{};
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    Rows[Lane] = Lane * Bytes;
  return sharedPasses(Rows, 0xffffffff, 16);
}

// By hand: rows of 64 bytes begin at bank 0 or 16, so that four of eight meet;
// with 16 bytes more each row begins four banks further.
TEST(Matrix, PassesOfRowsByHand) {
  EXPECT_EQ(passesAtDistance(16), 1);
  EXPECT_EQ(passesAtDistance(32), 2);
  EXPECT_EQ(passesAtDistance(64), 4);
  EXPECT_EQ(passesAtDistance(128), 8);
  EXPECT_EQ(passesAtDistance(64 + 16), 1);
  EXPECT_EQ(passesAtDistance(128 + 16), 1);
  EXPECT_EQ(passesAtDistance(64 + 32), 2);
}

/// Holds every count, and every pass over the banks, of the kernels of \p Files
/// against the truth, and gives each kernel to \p Look.
static void expectExact(
    llvm::ArrayRef<GeneratedFile> Files,
    llvm::function_ref<void(const KernelSummary &, const TrueCounts &)> Look) {
  auto Gpu = findGpu("a100-sxm4-40gb");
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  for (const GeneratedFile &File : Files) {
    auto Compiled = CompiledCase::createAll(File.Text, File.Cases);
    ASSERT_TRUE(bool(Compiled)) << llvm::toString(Compiled.takeError());
    for (const CompiledCase &C : *Compiled) {
      auto True = count(C);
      ASSERT_TRUE(bool(True)) << llvm::toString(True.takeError());
      EXPECT_THAT(True->Uncovered, testing::IsEmpty()) << C.summary().Name;
      const WarpProfile P = profile(C, *Gpu, /*Everything=*/true);
      for (const Figure &F : compareAll(C.summary(), P, *True))
        EXPECT_TRUE(F.exact()) << C.summary().Name << ": " << F.What << ": "
                               << F.Ours << ", in truth " << F.True;
      Look(C.summary(), *True);
    }
  }
}

TEST(Matrix, ProductsOfAllLayoutsAreExact) {
  unsigned Conflicts = 0, Free = 0;
  expectExact(generateProducts(30, 1),
              [&](const KernelSummary &K, const TrueCounts &True) {
                for (size_t Id = 0; Id < K.Accesses.size(); ++Id) {
                  const RequestCounts &R = True.ByRequest[Id];
                  if (K.Accesses[Id].RowLanes)
                    ++(R.Passes > 1.001 * R.Requests ? Conflicts : Free);
                }
              });
  // Both kinds are there.
  EXPECT_GT(Conflicts, 20u);
  EXPECT_GT(Free, 20u);
}

// The same of wmma, whose loads are as many accesses as ptxas makes of them.
TEST(Matrix, ProductsByWmmaAreExact) {
  unsigned Moves = 0, Conflicts = 0;
  expectExact(generateFragmentProducts(24, 1), [&](const KernelSummary &K,
                                                   const TrueCounts &True) {
    for (size_t Id = 0; Id < K.Accesses.size(); ++Id) {
      const RequestCounts &R = True.ByRequest[Id];
      const TextInstr &I =
          True.Text.Instrs[K.Instrs[K.Accesses[Id].Instr].TextIndex];
      if (I.IsCopy || (I.Parts == 1 && !I.NamingLanes))
        continue;
      ++Moves;
      Conflicts += R.Where == Place::Shared && R.Passes > 1.001 * R.Requests;
    }
  });
  EXPECT_GT(Moves, 100u);
  EXPECT_GT(Conflicts, 10u);
}
