//===- MemoryTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/machine/Memory.h"
#include "gtest/gtest.h"

using namespace gpuperf::program;

TEST(ProgramLabels, UnionsAreSetsAndDataIsTold) {
  Labels L;
  LabelSet N = L.add(Label::Kind::Assumed, "n", 1024),
           File = L.add(Label::Kind::Data, "what 'fread' returns");
  EXPECT_EQ(L.unite(N, 0), N);
  EXPECT_EQ(L.unite(N, File), L.unite(File, N));
  EXPECT_EQ(L.members(L.unite(N, File)).size(), 2u);
  EXPECT_FALSE(L.holdsData(N));
  EXPECT_TRUE(L.holdsData(L.unite(N, File)));
}

TEST(ProgramMemory, KeepsNumbersWithTheirLabels) {
  Labels L;
  Memory M(L);
  LabelSet N = L.add(Label::Kind::Assumed, "n", 7);
  Address A = M.allocate(16, Memory::Where::Heap);
  M.write(A, 4, {7, N});
  M.write(A + 4, 4, {9, 0});
  EXPECT_EQ(M.read(A, 4).From, N);
  EXPECT_EQ(M.read(A + 4, 4).From, 0);
  EXPECT_EQ(M.read(A, 8).Bits, (uint64_t(9) << 32) | 7);
  EXPECT_EQ(M.read(A, 8).From, N);
  EXPECT_EQ(M.bytesFrom(A + 4), 12u);
}

TEST(ProgramMemory, OutsideOfAnObjectNothingIsKnown) {
  Labels L;
  Memory M(L);
  Address A = M.allocate(8, Memory::Where::Heap);
  EXPECT_TRUE(L.holdsData(M.read(A + 8, 4).From));
  M.write(A + 8, 4, {1, 0}); // must not do anything
  M.release(A);
  EXPECT_TRUE(L.holdsData(M.read(A, 4).From));
  EXPECT_TRUE(L.holdsData(M.read(12345, 4).From));
}

TEST(ProgramMemory, GigabytesCostOnlyWhatIsWritten) {
  Labels L;
  Memory M(L);
  Address A = M.allocate(uint64_t(8) << 30, Memory::Where::Device),
          B = M.allocate(uint64_t(8) << 30, Memory::Where::Heap);
  M.write(A + (uint64_t(5) << 30), 8, {42, 0});
  M.copy(B, A, uint64_t(8) << 30);
  EXPECT_EQ(M.read(B + (uint64_t(5) << 30), 8).Bits, 42u);
  M.fill(B, 0xFF, 0, uint64_t(8) << 30);
  EXPECT_EQ(M.read(B + 12, 4).Bits, 0xFFFFFFFFu);
}

TEST(ProgramMemory, TextsEndAtTheirZero) {
  Labels L;
  Memory M(L);
  Address A = M.allocate(32, Memory::Where::Global);
  M.writeText(A, "1000");
  LabelSet From = 0;
  EXPECT_EQ(M.text(A, From), "1000");
  EXPECT_EQ(From, 0);
}

TEST(ProgramMemory, ALargePieceIsFilledOrNotKnown) {
  Labels L;
  Memory M(L);
  const uint64_t Giga = uint64_t(1) << 30;
  Address A = M.allocate(8 * Giga, Memory::Where::Heap);
  M.write(A + 2 * Giga, 4, {5, 0});
  M.write(A + 7 * Giga, 4, {6, 0});
  M.fill(A, 0, 0, 4 * Giga); // what it holds anyway
  EXPECT_EQ(M.read(A + 2 * Giga, 4).Bits, 0u);
  EXPECT_EQ(M.read(A + 3 * Giga, 4).From, 0);
  EXPECT_EQ(M.read(A + 7 * Giga, 4).Bits, 6u);
  M.write(A + 2 * Giga, 4, {5, 0});
  M.fill(A, 0x11, 0, 4 * Giga);
  EXPECT_EQ(M.read(A + 64, 4).Bits, 0x11111111u);
  EXPECT_EQ(M.read(A + 2 * Giga, 4).Bits, 0x11111111u);
  EXPECT_EQ(M.read(A + 2 * Giga, 4).From, 0);
  EXPECT_TRUE(L.holdsData(M.read(A + 3 * Giga, 4).From)); // never written
}

TEST(ProgramMemory, WorkIsCounted) {
  Labels L;
  Memory M(L);
  Address A = M.allocate(1 << 16, Memory::Where::Heap),
          B = M.allocate(1 << 16, Memory::Where::Heap);
  M.fill(A, 'x', 0, 1 << 16);
  M.takeWork();
  LabelSet From = 0;
  EXPECT_EQ(M.text(A, From).size(), size_t(1) << 16);
  EXPECT_GT(M.takeWork(), 1000u);
  EXPECT_EQ(M.takeWork(), 0u);
  M.copy(B, A, 1 << 16);
  EXPECT_GT(M.takeWork(), 500u);
}
