//===- OverlapTest.cpp - Accesses that never meet -------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/Overlap.h"
#include "test/unit/analysis/advice/LoopIr.h"

using namespace gpuperf;
using namespace gpuperf::test;

/// Whether the store of the element of q at %j plus \p Apart meets the one at
/// %j itself.
static bool storesMeet(int Apart) {
  const KernelSummary K = loopKernel(
      llvm::formatv(R"(%e = getelementptr i8, ptr addrspace(1) %a, i64 {0}
                       store float %v, ptr addrspace(1) %a, align 4
                       store float %v, ptr addrspace(1) %e, align 1
                       %next = fadd float %s, %v)",
                    Apart)
          .str());
  std::vector<Access> Stores;
  for (const Access &A : K.Accesses)
    if (A.Kind == AccessKind::Store && A.Block == K.Loops[0].Header)
      Stores.push_back(A);
  EXPECT_EQ(Stores.size(), 2u);
  return !neverOverlap(K, Stores.at(0), Stores.at(1)) &&
         !neverOverlap(K, Stores.at(1), Stores.at(0));
}

TEST(Overlap, FieldsOfAStructureDoNotMeet) {
  EXPECT_FALSE(storesMeet(4));
  EXPECT_FALSE(storesMeet(-4));
  EXPECT_TRUE(storesMeet(2));
  EXPECT_TRUE(storesMeet(-3));
}

TEST(Overlap, OtherIndicesMayBeTheSame) {
  const KernelSummary K = loopKernel("%next = fadd float %s, %v");
  // Of p at the counter, of r at the block.
  EXPECT_FALSE(neverOverlap(K, K.Accesses.at(0), K.Accesses.at(1)));
  EXPECT_FALSE(neverOverlap(K, K.Accesses.at(0), K.Accesses.at(0)));
}
