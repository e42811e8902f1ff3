//===- OperandsTest.cpp - Loads that matrix products wait for -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/gpuperf/Operands.h"
#include "analysis/models/gpuperf/GpuperfModel.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// A loop with a load from \p Space whose value goes through \p Between
/// instructions that cost nothing into one of class \p User.
KernelSummary loop(OpClass User, MemSpace Space, unsigned Between = 1,
                   bool ThroughPhi = false) {
  KernelBuilder B;
  const BlockId Entry = B.block("entry"), Body = B.block("body"),
                Exit = B.block("exit");
  B.jump(Entry, Body, /*FallsThrough=*/true);
  InstrId Value =
      B.memory(Body, OpClass::LoadShared, Space, AccessKind::Load, "%l", 16);
  for (unsigned I = 0; I < Between; ++I)
    Value = B.instr(Body, OpClass::Free, "%e", {Value});
  if (ThroughPhi)
    B.K.Instrs[Value].IsPhi = true;
  B.instr(Body, User, "%p", {Value});
  const InstrId C = B.instr(Body, OpClass::IntCompare, "%c");
  B.branch(Body, C, Body, Exit);
  B.ret(Exit);
  B.loop(Body, {Body}, {Body});
  return std::move(B.K);
}
} // namespace

TEST(Operands, AProductMultipliesWhatItsIterationLoads) {
  EXPECT_EQ(operandLoads(loop(OpClass::TensorMma, MemSpace::Shared)),
            std::vector<bool>{true});
  EXPECT_EQ(operandLoads(loop(OpClass::TensorFp8, MemSpace::Shared, 3)),
            std::vector<bool>{true});
}

TEST(Operands, WhatWasLoadedBeforeIsNotWaitedFor) {
  EXPECT_EQ(operandLoads(loop(OpClass::TensorMma, MemSpace::Shared, 1,
                              /*ThroughPhi=*/true)),
            std::vector<bool>{false});
}

TEST(Operands, OtherUsersAndOtherMemory) {
  EXPECT_EQ(operandLoads(loop(OpClass::Fp32Fma, MemSpace::Shared)),
            std::vector<bool>{false});
  EXPECT_EQ(operandLoads(loop(OpClass::TensorAsync, MemSpace::Shared)),
            std::vector<bool>{false});
  EXPECT_EQ(operandLoads(loop(OpClass::TensorMma, MemSpace::Global)),
            std::vector<bool>{false});
}

// Warps in step all load, and then all multiply.
TEST(Operands, LoadsAndProductsOfAnIterationTakeTurns) {
  const GpuModel Gpu = tinyGpu();
  const Launch L = launchOf(64, 256);
  auto TimeUs = [&](bool ThroughPhi) {
    KernelSummary K = loop(OpClass::TensorMma, MemSpace::Shared, 1, ThroughPhi);
    K.RegistersPerThread = Estimate::exact(32);
    K.RegistersFrom = RegisterSource::Ptxas;
    WarpProfile W = flatProfile(K, L, 1000);
    W.Accesses[0].ActiveLanes = 32;
    W.Accesses[0].PassesPerRequest = Estimate::exact(1);
    Occupancy Occ;
    Occ.BlocksPerSm = 8;
    const WarpLoad Load;
    const ModelArgs Args;
    const ModelInput In{K,   L, Gpu, Occ, 1, Load, K.RegistersPerThread,
                        {8}, W, Args};
    auto Answer = predictGpuperf(In);
    EXPECT_TRUE(static_cast<bool>(Answer));
    return Answer ? Answer->TimeUs.Value : 0;
  };
  // On this GPU the loads take an eighth as long as the products: beside them
  // they are hidden.
  EXPECT_NEAR(TimeUs(false) / TimeUs(true), 1.125, 0.01);
}
