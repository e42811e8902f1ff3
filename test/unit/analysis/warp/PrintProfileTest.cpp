//===- PrintProfileTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/WarpProfile.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/warp/RoundGpu.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>

using namespace gpuperf;
using namespace gpuperf::test;
using ::testing::HasSubstr;

TEST(PrintProfile, NamesLoopsBlocksAndAccesses) {
  KernelSummary K = kernel("matmulTiled");
  WarpProfile P =
      profileWarps(K, launch({4, 4}, {16, 16}, {{}, {}, {}, 64}), gpu(), 4);
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  print(P, Stream);
  EXPECT_THAT(Text, HasSubstr("launch of 128"));
  EXPECT_THAT(Text, HasSubstr("8.00 per block"));
  EXPECT_THAT(Text, HasSubstr("loop L0: 4.00 iterations on average"));
  EXPECT_THAT(Text, HasSubstr("loop L1: 16.00 iterations on average"));
  for (BlockId Id = 0; Id < K.Blocks.size(); ++Id)
    EXPECT_THAT(Text, HasSubstr("block B" + std::to_string(Id) + ": "));
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
    EXPECT_THAT(Text, HasSubstr("access A" + std::to_string(Id) + ": "));
  EXPECT_THAT(Text, HasSubstr("fp32_fma: "));
}
