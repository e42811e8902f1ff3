//===- Lz4Test.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/objects/Lz4.h"
#include <gtest/gtest.h>

using namespace gpuperf;

static std::string bytes(std::initializer_list<int> Values) {
  std::string Out;
  for (int V : Values)
    Out += static_cast<char>(V);
  return Out;
}

TEST(Lz4, LiteralsAndCopies) {
  // "abc", then six bytes from three before, then "z".
  const std::string Block = bytes({0x32, 'a', 'b', 'c', 3, 0, 0x10, 'z'});
  EXPECT_EQ(decompressLz4(Block, 10), "abcabcabcz");
}

TEST(Lz4, ACopyMayReadWhatItWrites) {
  // One byte, repeated 4 + 15 + 255 + 2 times.
  const std::string Block = bytes({0x1f, 'x', 1, 0, 255, 2, 0x10, 'y'});
  EXPECT_EQ(decompressLz4(Block, 278), std::string(277, 'x') + "y");
}

TEST(Lz4, LongLiterals) {
  std::string Block = bytes({0xf0, 255, 10});
  const std::string Text(15 + 255 + 10, 'q');
  EXPECT_EQ(decompressLz4(Block + Text, Text.size()), Text);
}

TEST(Lz4, DamageIsFound) {
  EXPECT_FALSE(decompressLz4(bytes({0xf0, 255}), 300)) << "length cut off";
  EXPECT_FALSE(decompressLz4(bytes({0x30, 'a'}), 3)) << "literals cut off";
  EXPECT_FALSE(decompressLz4(bytes({0x10, 'a', 1}), 9)) << "offset cut off";
  EXPECT_FALSE(decompressLz4(bytes({0x10, 'a', 2, 0}), 5))
      << "before the start";
  EXPECT_FALSE(decompressLz4(bytes({0x10, 'a', 0, 0}), 5)) << "no distance";
  EXPECT_FALSE(decompressLz4(bytes({0x10, 'a', 1, 0}), 4)) << "too much";
  EXPECT_FALSE(decompressLz4(bytes({0x10, 'a'}), 2)) << "too little";
  EXPECT_EQ(decompressLz4("", 0), "");
}
