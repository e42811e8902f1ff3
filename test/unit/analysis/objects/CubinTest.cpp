//===- CubinTest.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/objects/Cubin.h"
#include "test/unit/analysis/objects/ObjectBytes.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace gpuperf;
using namespace gpuperf::test;
using testing::HasSubstr;

static Cubin read(const std::string &Bytes) {
  auto Read = readCubin(Bytes);
  EXPECT_TRUE(static_cast<bool>(Read)) << llvm::toString(Read.takeError());
  return Read ? *Read : Cubin();
}

static std::string errorOf(const std::string &Bytes) {
  auto Read = readCubin(Bytes);
  return Read ? "" : llvm::toString(Read.takeError());
}

TEST(Cubin, HasTheFiguresOfItsKernels) {
  const Cubin C = read(cubinBytes(
      86,
      {{"_Z1aPf", 40, 0, 8192}, {"helper", 24, 8, 0, false}, {"b", 255, 472}}));
  EXPECT_EQ(C.Sm, 86u);
  EXPECT_TRUE(C.Linked);
  ASSERT_EQ(C.Kernels.size(), 2u) << "a function is no kernel";
  EXPECT_EQ(C.Kernels[0].Symbol, "_Z1aPf");
  EXPECT_EQ(C.Kernels[0].Registers, 40u);
  EXPECT_EQ(C.Kernels[0].FrameBytes, 0u);
  EXPECT_EQ(C.Kernels[0].StaticSharedBytes, 8192u);
  EXPECT_EQ(C.Kernels[1].Symbol, "b");
  EXPECT_EQ(C.Kernels[1].Registers, 255u);
  EXPECT_EQ(C.Kernels[1].FrameBytes, 472u);
  EXPECT_EQ(C.Kernels[1].StaticSharedBytes, 0u);
}

TEST(Cubin, TheArchitectureIsFoundInTheFlagsOfOldAndNewToolkits) {
  EXPECT_EQ(read(cubinBytes(75, {{"k"}}, true, /*OldFlags=*/true)).Sm, 75u);
  EXPECT_EQ(read(cubinBytes(75, {{"k"}})).Sm, 75u);
  EXPECT_EQ(read(cubinBytes(121, {{"k"}})).Sm, 121u);
  EXPECT_THAT(errorOf(cubinBytes(3, {{"k"}})),
              HasSubstr("no GPU architecture"));
}

TEST(Cubin, TheDriversSharedMemoryIsNotTheKernels) {
  EXPECT_EQ(
      read(cubinBytes(90, {{"k", 32, 0, 3072}})).Kernels[0].StaticSharedBytes,
      2048u);
  EXPECT_EQ(
      read(cubinBytes(89, {{"k", 32, 0, 3072}})).Kernels[0].StaticSharedBytes,
      3072u);
  EXPECT_EQ(read(cubinBytes(90, {{"k", 32, 0, 3072}}, true, /*OldFlags=*/true))
                .Kernels[0]
                .StaticSharedBytes,
            std::nullopt);
}

TEST(Cubin, WhatIsLinkedLaterHasNoSharedMemoryYet) {
  const Cubin C = read(cubinBytes(80, {{"k", 32, 16}}, /*Linked=*/false));
  EXPECT_FALSE(C.Linked);
  EXPECT_EQ(C.Kernels[0].Registers, 32u);
  EXPECT_EQ(C.Kernels[0].StaticSharedBytes, std::nullopt);
}

TEST(Cubin, MayLieAtAnyAddress) {
  const std::string Bytes = " " + cubinBytes(80, {{"k", 33}});
  auto Read = readCubin(llvm::StringRef(Bytes).drop_front());
  ASSERT_TRUE(static_cast<bool>(Read));
  EXPECT_EQ(Read->Kernels[0].Registers, 33u);
}

TEST(Cubin, AnImpossibleNumberOfRegistersIsAnError) {
  EXPECT_THAT(errorOf(cubinBytes(80, {{"k", 256}})),
              HasSubstr("'k' 256 registers per thread; there can be 1 to 255"));
  EXPECT_THAT(errorOf(cubinBytes(80, {{"k", 0}})), HasSubstr("damaged"));
}

TEST(Cubin, OtherFilesAreRefused) {
  EXPECT_EQ(errorOf(""), "it is no ELF file for CUDA");
  EXPECT_EQ(errorOf(hostObjectBytes("")), "it is no ELF file for CUDA");
  std::string Narrow = cubinBytes(80, {{"k"}});
  Narrow[4] = 1;
  EXPECT_EQ(errorOf(Narrow), "it is no 64-bit cubin");
}
