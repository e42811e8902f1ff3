//===- VendorWordsTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/VendorWords.h"
#include "gtest/gtest.h"

using namespace gpuperf;

static std::string amd(llvm::StringRef Text) {
  return inWordsOf(Vendor::Amd, Text);
}

TEST(VendorWords, NvidiasAreTheWordsOfTheSource) {
  EXPECT_EQ(inWordsOf(Vendor::Nvidia, "an SM holds 8 blocks of 4 warps"),
            "an SM holds 8 blocks of 4 warps");
}

TEST(VendorWords, AmdsHaveTheirArticlesAndPlurals) {
  EXPECT_EQ(amd("an SM holds 8 blocks of 4 warps"),
            "a CU holds 8 workgroups of 4 wavefronts");
  EXPECT_EQ(amd("a block keeps a shared array in shared memory"),
            "a workgroup keeps an LDS array in LDS");
  EXPECT_EQ(amd("32 registers per thread, bound by shared; its block's warp"),
            "32 VGPRs per thread, bound by LDS; its workgroup's wavefront");
  EXPECT_EQ(amd("ptxas spills; cub::BlockReduce"),
            "the compiler spills; hipcub::BlockReduce");
  EXPECT_EQ(amd("limited by shared memory (48 KiB per block)"),
            "limited by LDS (48 KiB per workgroup)");
}

TEST(VendorWords, WhatIsTheUsersStays) {
  EXPECT_EQ(amd("block size 32 of 'block': 'a warp' and `blocks` of the block"),
            "workgroup size 32 of 'block': 'a warp' and `blocks` of the "
            "workgroup");
  EXPECT_EQ(amd("the threads' block is blockIdx.x * block_size, --block=3"),
            "the threads' workgroup is blockIdx.x * block_size, --block=3");
  EXPECT_EQ(amd("gpuperf-partial-warp, warp.x, warpSize, in registers."),
            "gpuperf-partial-warp, warp.x, warpSize, in VGPRs.");
}
