//===- TensorBoxesTest.cpp - How much tensor copies of a launch move ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/TensorBoxes.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// A copy by the map at byte 64 of the second parameter.
KernelSummary copying(uint32_t Bytes, bool IsGuessed = false) {
  KernelSummary K;
  Access A;
  A.IsBulk = true;
  A.BytesPerLane = Bytes;
  A.MapParam = 1;
  A.MapOffset = 64;
  A.IsBoxGuessed = IsGuessed;
  K.Accesses = {Access(), A};
  return K;
}

Launch with(const TensorMap &Map, uint32_t Offset = 64) {
  Launch L;
  L.Args.resize(2);
  L.Args[1].Fields = {{0, ArgValue::integer(7)},
                      {Offset, ArgValue::integer(tensorMapWord(Map))}};
  return L;
}

const TensorMap Box = {16384, 128, 3};
} // namespace

TEST(TensorBoxes, AWordSaysWhatIsKnownOfAMap) {
  EXPECT_EQ(tensorMapOf(tensorMapWord(Box)), Box);
  const TensorMap Largest = {256 * 1024, 65535, 6};
  EXPECT_EQ(tensorMapOf(tensorMapWord(Largest)), Largest);
  // Any other number is none.
  for (int64_t Word :
       {int64_t(0), int64_t(7), int64_t(-1), TensorMapTag,
        tensorMapWord({256 * 1024 + 1, 128, 0}), tensorMapWord({64, 128, 0})})
    EXPECT_FALSE(tensorMapOf(Word)) << Word;
}

TEST(TensorBoxes, ElementsHaveTheBitsOfTheirType) {
  EXPECT_EQ(tensorElementBits(0), 8u);  // UINT8
  EXPECT_EQ(tensorElementBits(6), 16u); // FLOAT16
  EXPECT_EQ(tensorElementBits(8), 64u); // FLOAT64
  EXPECT_EQ(tensorElementBits(15), 6u); // 16U6_ALIGN16B
  EXPECT_EQ(tensorElementBits(16), 0u);
  EXPECT_EQ(tensorElementBits(-1), 0u);
}

TEST(TensorBoxes, TheMapOfTheLaunchDecides) {
  const auto K = withTensorBoxes(copying(1024), with(Box));
  ASSERT_TRUE(K);
  EXPECT_EQ(K->Accesses[0].BytesPerLane, 0u);
  EXPECT_EQ(K->Accesses[1].BytesPerLane, 16384u);
  // Nothing changes where the kernel says the same, or the map is another one.
  EXPECT_FALSE(withTensorBoxes(copying(16384), with(Box)));
  EXPECT_FALSE(withTensorBoxes(copying(1024), with(Box, 128)));
  EXPECT_FALSE(withTensorBoxes(copying(1024), Launch()));
}

TEST(TensorBoxes, ABlockReadsItsPartOfWhatIsShared) {
  KernelSummary Kernel = copying(1024);
  Kernel.Accesses[1].SharingBlocks = 4;
  const auto K = withTensorBoxes(Kernel, with(Box));
  ASSERT_TRUE(K);
  EXPECT_EQ(K->Accesses[1].BytesPerLane, 4096u);
}

TEST(TensorBoxes, AGuessIsAnAssumptionWhereNoMapIsKnown) {
  auto K = withTensorBoxes(copying(128, /*IsGuessed=*/true), Launch());
  ASSERT_TRUE(K);
  EXPECT_TRUE(K->Why.contains(AssumptionKind::InlineAssembly));
  K = withTensorBoxes(copying(128, /*IsGuessed=*/true), with(Box));
  ASSERT_TRUE(K);
  EXPECT_EQ(K->Accesses[1].BytesPerLane, 16384u);
  EXPECT_FALSE(K->Why.contains(AssumptionKind::InlineAssembly));
}
