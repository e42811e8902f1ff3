//===- KernelSummaryTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>

using namespace gpuperf;
using namespace gpuperf::test;
using ::testing::HasSubstr;

namespace {
std::string textOf(const KernelSummary &K) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  print(K, Stream);
  return Text;
}

/// What is said of \p K, which was whole, once \p Break has changed it.
template <typename Fn> std::string brokenBy(KernelSummary K, Fn Break) {
  EXPECT_EQ(findBrokenInvariant(K), "");
  Break(K);
  return findBrokenInvariant(K);
}
} // namespace

TEST(KernelSummary, PrintNamesLoopsAccessesAndBlocks) {
  KernelSummary K = kernel("matmulTiled");
  for (const auto &[Index, Name] :
       {std::pair(0u, "a"), std::pair(1u, "b"), std::pair(2u, "c")})
    K.Params[Index].Name = Name;
  K.Params[3].Name = "n";
  const std::string Text = textOf(K);
  EXPECT_THAT(Text, HasSubstr("kernel matmulTiled(a, b, c, n)\n"));
  EXPECT_THAT(Text, HasSubstr("bytes: 2048 static shared per block"));
  EXPECT_THAT(Text, HasSubstr("back edge taken: (n / 16) - 1"));
  EXPECT_THAT(Text, HasSubstr("loop L1: header B"));
  EXPECT_THAT(Text, HasSubstr(", depth 2, in L0, blocks B"));
  EXPECT_THAT(Text,
              HasSubstr("access A0: global load, 4 bytes per lane, in B"));
  EXPECT_THAT(Text, HasSubstr(": shared store, 4 bytes per lane"));
  EXPECT_THAT(Text, HasSubstr(", access A0"));
  for (BlockId Id = 0; Id < K.Blocks.size(); ++Id)
    EXPECT_THAT(Text, HasSubstr("block B" + std::to_string(Id) + " " +
                                K.Blocks[Id].Name));
  for (InstrId Id = 0; Id < K.Instrs.size(); ++Id)
    EXPECT_THAT(Text, HasSubstr("I" + std::to_string(Id) + " "));
}

TEST(KernelSummary, EveryKernelOfTheInputsIsWhole) {
  Ir I = parseKernels();
  unsigned Kernels = 0;
  for (const llvm::Function &F : *I.M) {
    if (F.isDeclaration())
      continue;
    ++Kernels;
    EXPECT_EQ(findBrokenInvariant(summarize(I, F.getName())), "")
        << F.getName().str();
  }
  EXPECT_GT(Kernels, 5u);
}

TEST(KernelSummary, IdsMustBeInRange) {
  const KernelSummary K = kernel("matmulTiled");
  EXPECT_THAT(brokenBy(K, [](auto &K) { K.Blocks[0].Succs[0] = 999; }),
              HasSubstr("block 0 must be a predecessor of its successors"));
  EXPECT_THAT(brokenBy(K, [](auto &K) { K.Instrs[3].Operands = {9999}; }),
              HasSubstr("instruction 3 must have operands"));
  EXPECT_THAT(brokenBy(K, [](auto &K) { K.Accesses[0].Offset = 1u << 30; }),
              HasSubstr("access 0 must have an offset that is in the pool"));
  EXPECT_THAT(brokenBy(K, [](auto &K) { K.Accesses[1].BaseIndex = 77; }),
              HasSubstr("access 1 must name a"));
  EXPECT_THAT(brokenBy(K, [](auto &K) { K.Loops[1].BackedgeTaken = 1u << 30; }),
              HasSubstr("loop 1 must have trip counts"));
  EXPECT_THAT(brokenBy(K, [](auto &K) { K.Loops[1].Parent = 1; }),
              HasSubstr("loop 1 must come after its parent"));
  EXPECT_THAT(brokenBy(K, [](auto &K) { K.Accesses[0].Where.File = 99; }),
              HasSubstr("access 0 must be in one of the files"));
}

TEST(KernelSummary, PartsMustAgree) {
  const KernelSummary K = kernel("matmulTiled");
  EXPECT_THAT(
      brokenBy(K, [](auto &K) { K.Instrs[K.Accesses[0].Instr].Mem = 1; }),
      HasSubstr("must be the one that its access names"));
  EXPECT_THAT(brokenBy(K, [](auto &K) { K.Blocks[1].Preds.clear(); }),
              HasSubstr("must be a predecessor of its successors"));
  EXPECT_THAT(brokenBy(K, [](auto &K) { K.Loops[0].Latches = {0}; }),
              HasSubstr("loop 0 must contain its header, latches"));
}

TEST(KernelSummary, NumbersMustMakeSense) {
  const KernelSummary K = kernel("saxpy");
  EXPECT_THAT(brokenBy(K, [](auto &K) { K.RegistersPerThread = {40, 32, 48}; }),
              HasSubstr("Lo <= Value <= Hi"));
  EXPECT_THAT(brokenBy(K,
                       [](auto &K) {
                         K.MachineCounts.resize(K.Blocks.size());
                         K.MachineLaneCounts.resize(K.Blocks.size());
                         K.MachineSharedBytes.resize(K.Blocks.size());
                         K.MachineCounts[1][0] = -1;
                       }),
              HasSubstr("machine counts of block 1 must not be negative"));
  EXPECT_THAT(brokenBy(K, [](auto &K) { K.MachineCounts.resize(1); }),
              HasSubstr("for all blocks or for none"));
  EXPECT_THAT(brokenBy(K, [](auto &K) { K.Accesses[0].BytesPerLane = 0; }),
              HasSubstr("1 to 16 bytes per lane"));
}

TEST(KernelSummary, AnEmptySummaryIsWholeAndPrints) {
  KernelSummary K;
  K.Name = "nothing";
  EXPECT_EQ(findBrokenInvariant(K), "");
  EXPECT_THAT(textOf(K), HasSubstr("kernel nothing()\n"));
}
