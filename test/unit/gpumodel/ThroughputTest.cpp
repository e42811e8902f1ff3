//===- ThroughputTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/Throughput.h"
#include "gpumodel/files/ShippedFiles.h"
#include "test/unit/gpumodel/GpuTestUtil.h"
#include "gmock/gmock.h"
#include <cmath>

using namespace gpuperf;

namespace {

bool isMissing(const Estimate &E) {
  return E.Why.contains(AssumptionKind::GpuFactMissing);
}

TEST(Throughput, EveryClassHasAnAnswerOnEveryShippedGpu) {
  for (const std::string &Name : shippedGpuNames()) {
    GpuModel Gpu = loadGpu(Name);
    for (unsigned I = 0; I < NumOpClasses; ++I) {
      const auto Op = static_cast<OpClass>(I);
      const std::string What = Name + " " + opClassKey(Op).str();
      const Estimate Delay = issueDelayCycles(Gpu, Op);
      const Estimate Latency = latencyCycles(Gpu, Op);
      for (const Estimate &E : {Delay, Latency}) {
        EXPECT_TRUE(std::isfinite(E.Lo) && std::isfinite(E.Hi)) << What;
        EXPECT_LE(E.Lo, E.Value) << What;
        EXPECT_LE(E.Value, E.Hi) << What;
      }
      if (Op == OpClass::Free)
        continue;
      EXPECT_GE(Delay.Lo, 1) << What;
      EXPECT_LE(Delay.Value, 10000) << What;
      EXPECT_GT(Latency.Lo, 0) << What;
      EXPECT_LE(Latency.Value, 20000) << What;
      // A substitute is flagged and stated, a number of the file is neither.
      EXPECT_EQ(isMissing(Delay), !issueSubstitute(Gpu, Op).empty()) << What;
      EXPECT_EQ(isMissing(Latency), !latencySubstitute(Gpu, Op).empty())
          << What;
    }
  }
}

TEST(Throughput, IssueDelayIsWarpSizeOverRatePerScheduler) {
  GpuModel H100 = loadGpu("h100-sxm"); // 4 schedulers
  // 128 results per clock: 32 per scheduler; 64: 16; 16: 4.
  EXPECT_EQ(issueDelayCycles(H100, OpClass::Fp32Fma).Value, 1);
  EXPECT_EQ(issueDelayCycles(H100, OpClass::Fp64Fma).Value, 2);
  EXPECT_EQ(issueDelayCycles(H100, OpClass::IntAdd).Value, 2);
  EXPECT_EQ(issueDelayCycles(H100, OpClass::Fp32RcpApprox).Value, 8);
  EXPECT_TRUE(issueDelayCycles(H100, OpClass::Fp32Fma).isExact());
  // 256 half results per clock do not make an instruction free.
  EXPECT_EQ(issueDelayCycles(H100, OpClass::Fp16Arith).Value, 1);
  // 2 FP64 results per clock on GA10x, 4 on GP10x.
  EXPECT_EQ(issueDelayCycles(loadGpu("rtx-3090"), OpClass::Fp64Add).Value, 64);
  EXPECT_EQ(issueDelayCycles(loadGpu("gtx-1070"), OpClass::Fp64Add).Value, 32);
  // One scheduler and 8 lanes on GT200; GP100 has two schedulers.
  EXPECT_EQ(issueDelayCycles(loadGpu("tesla-c1060"), OpClass::Fp32Mul).Value,
            4);
  EXPECT_EQ(issueDelayCycles(loadGpu("p100-sxm2"), OpClass::Fp32Mul).Value, 1);
  EXPECT_EQ(issueDelayCycles(loadGpu("p100-sxm2"), OpClass::Fp64Mul).Value, 2);
  // A wavefront of 64 on 4 SIMDs of 16 lanes.
  EXPECT_EQ(issueDelayCycles(loadGpu("mi250x"), OpClass::Fp32Fma).Value, 4);
}

TEST(Throughput, MemoryInstructionsGoThroughTheLoadStoreLanes) {
  GpuModel A100 = loadGpu("a100-sxm4-40gb"); // 32 lanes, 4 schedulers
  for (OpClass Op : {OpClass::LoadGlobal, OpClass::StoreGlobal,
                     OpClass::LoadShared, OpClass::StoreShared}) {
    EXPECT_EQ(issueDelayCycles(A100, Op).Value, 4);
    EXPECT_FALSE(isMissing(issueDelayCycles(A100, Op)));
  }
}

TEST(Throughput, LatencyOfArithmetic) {
  GpuModel V100 = loadGpu("v100-sxm2-16gb");
  EXPECT_EQ(latencyCycles(V100, OpClass::Fp32Fma).Value, 4);
  EXPECT_EQ(latencyCycles(V100, OpClass::Fp64Div).Value, 112);
  EXPECT_EQ(latencyCycles(loadGpu("gtx-940mx"), OpClass::Fp32Add).Value, 6);
  EXPECT_EQ(latencyCycles(loadGpu("gtx-940mx"), OpClass::IntMul).Value, 13);
  EXPECT_EQ(latencyCycles(loadGpu("tesla-c2050"), OpClass::Fp32Add).Value, 22);
  EXPECT_TRUE(latencyCycles(V100, OpClass::Fp32Fma).isExact());
}

TEST(Throughput, LatencyOfMemoryIsThatOfTheNearestLevel) {
  GpuModel V100 = loadGpu("v100-sxm2-16gb");
  EXPECT_EQ(latencyCycles(V100, OpClass::LoadGlobal).Value, 30);
  EXPECT_EQ(latencyCycles(V100, OpClass::LoadLocal).Value, 30);
  EXPECT_EQ(latencyCycles(V100, OpClass::LoadShared).Value, 18);
  // Pascal's L1 does not hold plain global loads.
  GpuModel P100 = loadGpu("p100-sxm2");
  EXPECT_EQ(latencyCycles(P100, OpClass::LoadGlobal).Value,
            P100.L2LatencyCycles->Value);
  EXPECT_EQ(latencyCycles(P100, OpClass::LoadLocal).Value,
            P100.L1LatencyCycles->Value);
  // GT200 has neither cache.
  EXPECT_EQ(latencyCycles(loadGpu("tesla-c1060"), OpClass::LoadGlobal).Value,
            440);
  // No latency of this GPU was published at all.
  const Estimate Unknown =
      latencyCycles(loadGpu("radeon-hd-6970"), OpClass::LoadGlobal);
  EXPECT_TRUE(isMissing(Unknown));
  EXPECT_GE(Unknown.Hi, 2 * Unknown.Value);
}

TEST(Throughput, AnAtomicWithResultIsNoFasterThanTheL2) {
  GpuModel P100 = loadGpu("p100-sxm2");
  EXPECT_GE(latencyCycles(P100, OpClass::AtomicGlobal).Value,
            P100.L2LatencyCycles->Value);
  EXPECT_EQ(latencyCycles(loadGpu("h100-sxm"), OpClass::AtomicGlobal).Value,
            325);
}

TEST(Throughput, BandsFollowTheStatus) {
  GpuModel H100 = loadGpu("h100-sxm");
  const auto Fma = static_cast<unsigned>(OpClass::Fp32Fma);
  auto WithStatus = [&](FactStatus Status) {
    H100.Arch.LatencyCycles[Fma] = Fact{10, Status, "TEST"};
    return latencyCycles(H100, OpClass::Fp32Fma);
  };
  EXPECT_EQ(WithStatus(FactStatus::Measured).Hi, 10);
  EXPECT_EQ(WithStatus(FactStatus::Published).Lo, 10);
  EXPECT_NEAR(WithStatus(FactStatus::Proxy).Hi, 11, 1e-9);
  EXPECT_NEAR(WithStatus(FactStatus::Estimated).Hi, 12.5, 1e-9);
  EXPECT_NEAR(WithStatus(FactStatus::Estimated).Lo, 8, 1e-9);
}

TEST(Throughput, SubstitutesAreSequencesOfWhatIsKnown) {
  GpuModel V100 = loadGpu("v100-sxm2-16gb");
  // One wide and two low products at 2 cycles, one addition at 2.
  const Estimate Mul64 = issueDelayCycles(V100, OpClass::IntMul64);
  EXPECT_EQ(Mul64.Value, 8);
  EXPECT_TRUE(isMissing(Mul64));
  EXPECT_NEAR(Mul64.Hi, 12, 1e-9); // a factor of 1.5
  EXPECT_EQ(issueSubstitute(V100, OpClass::IntMul64),
            "one wide and two low 32-bit products, one addition");
  EXPECT_EQ(latencySubstitute(V100, OpClass::IntMul64),
            issueSubstitute(V100, OpClass::IntMul64));
  // Without a rate of integers: as fp32.
  GpuModel Mi250x = loadGpu("mi250x");
  for (ThroughputRow Row :
       {ThroughputRow::Int32AddSub, ThroughputRow::Int32Shift,
        ThroughputRow::BitwiseLogic, ThroughputRow::CompareMinMax})
    Mi250x.Arch.ThroughputPerClkPerSm[static_cast<unsigned>(Row)].reset();
  EXPECT_EQ(issueDelayCycles(Mi250x, OpClass::IntAdd).Value,
            issueDelayCycles(Mi250x, OpClass::Fp32Add).Value);
  EXPECT_TRUE(isMissing(issueDelayCycles(Mi250x, OpClass::IntAdd)));
  // The band of a chain of substitutes is applied once.
  const Estimate Shift = issueDelayCycles(Mi250x, OpClass::IntPermute);
  EXPECT_LE(Shift.Hi / Shift.Value, 2.0);
}

/// What \p Op is issued as on \p Gpu, by class.
OpCounts issuedAs(const GpuModel &Gpu, OpClass Op) {
  OpCounts Counts{};
  forEachIssued(Gpu, Op, [&](OpClass Part, double Times) {
    EXPECT_GT(Times, 0) << opClassKey(Op).str();
    Counts[static_cast<unsigned>(Part)] += Times;
  });
  return Counts;
}

double sumOf(const OpCounts &Counts) {
  double Sum = 0;
  for (double C : Counts)
    Sum += C;
  return Sum;
}

TEST(Throughput, OneInstructionIsIssuedAsItself) {
  for (const char *Name : {"h100-sxm", "v100-sxm2-16gb", "rtx-2080-ti"}) {
    GpuModel Gpu = loadGpu(Name);
    for (OpClass Op : {OpClass::Fp32Fma, OpClass::Fp64Fma, OpClass::IntAdd,
                       OpClass::LoadGlobal, OpClass::TensorMma}) {
      OpCounts Counts = issuedAs(Gpu, Op);
      EXPECT_EQ(Counts[static_cast<unsigned>(Op)], 1) << Name;
      EXPECT_EQ(sumOf(Counts), 1) << Name << " " << opClassKey(Op).str();
    }
    EXPECT_EQ(sumOf(issuedAs(Gpu, OpClass::Free)), 0);
  }
}

TEST(Throughput, ADivisionIsIssuedAsItsParts) {
  GpuModel Gpu = loadGpu("rtx-2080-ti");
  for (OpClass Op : {OpClass::Fp32Div, OpClass::Fp64Div, OpClass::IntDiv32,
                     OpClass::IntDiv64, OpClass::Fp32Sqrt}) {
    OpCounts Counts = issuedAs(Gpu, Op);
    EXPECT_EQ(Counts[static_cast<unsigned>(Op)], 0) << opClassKey(Op).str();
    EXPECT_GT(sumOf(Counts), 3) << opClassKey(Op).str();
    EXPECT_LT(sumOf(Counts), 300) << opClassKey(Op).str();
  }
  // The steps of Newton and a reciprocal to start from.
  OpCounts Div = issuedAs(Gpu, OpClass::Fp32Div);
  EXPECT_GE(Div[static_cast<unsigned>(OpClass::Fp32Fma)], 3);
  EXPECT_GE(Div[static_cast<unsigned>(OpClass::Fp32RcpApprox)], 1);
  EXPECT_EQ(Div[static_cast<unsigned>(OpClass::Fp64Fma)], 0);
  EXPECT_GE(
      issuedAs(Gpu, OpClass::Fp64Div)[static_cast<unsigned>(OpClass::Fp64Fma)],
      4);
}

TEST(Throughput, EveryClassIsIssuedAsWhatEndsSomewhere) {
  for (const std::string &Name : shippedGpuNames()) {
    GpuModel Gpu = loadGpu(Name);
    for (unsigned I = 0; I < NumOpClasses; ++I) {
      const auto Op = static_cast<OpClass>(I);
      double Issued = sumOf(issuedAs(Gpu, Op));
      EXPECT_TRUE(std::isfinite(Issued)) << Name;
      EXPECT_EQ(Issued > 0, Op != OpClass::Free) << opClassKey(Op).str();
    }
  }
}

TEST(Throughput, TensorCores) {
  auto Cycles = [](const char *Gpu, OpClass Op) {
    return issueDelayCycles(loadGpu(Gpu), Op).Value;
  };
  // 2,048 multiply-adds at 1,024 per clock and SM, by four schedulers.
  EXPECT_EQ(Cycles("a100-sxm4-40gb", OpClass::TensorMma), 8);
  // GeForce cards sum halves in single precision at half the rate.
  EXPECT_EQ(Cycles("rtx-a6000", OpClass::TensorMma), 16);
  EXPECT_EQ(Cycles("rtx-3090", OpClass::TensorMma), 32);
  EXPECT_EQ(Cycles("rtx-3090", OpClass::TensorHalfSum), 16);
  // What runs beside the warp is faster than mma.sync on Hopper.
  EXPECT_EQ(Cycles("h100-sxm", OpClass::TensorAsync), 4);
  EXPECT_GT(Cycles("h100-sxm", OpClass::TensorMma), 6);
  // Packed four-bit operands: four times the multiply-adds in the same time.
  EXPECT_EQ(Cycles("rtx-5090", OpClass::TensorFp4), 16);
  EXPECT_EQ(Cycles("rtx-pro-6000", OpClass::TensorFp8), 16);
  // AMD's SIMDs have a matrix core each: 16 x 16 x 16 halves in 32 clocks,
  // in 16.
  EXPECT_EQ(Cycles("mi250x", OpClass::TensorMma), 16);
  EXPECT_EQ(Cycles("mi300x", OpClass::TensorMma), 8);
  EXPECT_EQ(Cycles("mi300x", OpClass::TensorFp8), 8);
  EXPECT_EQ(Cycles("mi300x", OpClass::TensorFp64), 8);
  EXPECT_EQ(Cycles("rx-7900-xtx", OpClass::TensorMma), 16);
  // CDNA4 has twice the rate of halves and bytes and half of that of doubles.
  EXPECT_EQ(Cycles("mi355x", OpClass::TensorMma), 4);
  EXPECT_EQ(Cycles("mi355x", OpClass::TensorInt8), 4);
  EXPECT_EQ(Cycles("mi355x", OpClass::TensorFp64), 16);
  EXPECT_EQ(Cycles("rx-9070-xt", OpClass::TensorMma), 8);
  // A GPU without tensor cores does them one by one.
  EXPECT_EQ(Cycles("radeon-pro-w6600", OpClass::TensorMma), 64);
  EXPECT_EQ(Cycles("gtx-1080-ti", OpClass::TensorMma), 64);
  EXPECT_EQ(Cycles("gtx-1080-ti", OpClass::TensorInt8), 128);
}

TEST(Throughput, ProductsWithoutARateTakeThatOfHalves) {
  const GpuModel V100 = loadGpu("v100-sxm2-16gb");
  EXPECT_EQ(issueDelayCycles(V100, OpClass::TensorTf32).Value,
            issueDelayCycles(V100, OpClass::TensorMma).Value);
  EXPECT_EQ(issueSubstitute(V100, OpClass::TensorTf32),
            "as long as tensor_mma for half as many multiply-adds");
  EXPECT_EQ(issueSubstitute(V100, OpClass::TensorMma), "");
}

TEST(Throughput, ABareModelStillAnswers) {
  GpuModel Bare;
  Bare.Arch.WarpSize.Value = 32;
  Bare.Arch.SchedulersPerSm.Value = 4;
  for (unsigned I = 0; I < NumOpClasses; ++I) {
    const auto Op = static_cast<OpClass>(I);
    EXPECT_TRUE(std::isfinite(issueDelayCycles(Bare, Op).Hi));
    EXPECT_TRUE(std::isfinite(latencyCycles(Bare, Op).Hi));
  }
  EXPECT_TRUE(isMissing(issueDelayCycles(Bare, OpClass::Fp32Fma)));
}

TEST(Throughput, ClockIsBoostElseBase) {
  EXPECT_EQ(clockMhz(loadGpu("h100-sxm")), 1980);
  GpuModel Gpu;
  EXPECT_EQ(clockMhz(Gpu), 0);
  Gpu.BaseClockMhz = Fact{700, FactStatus::Published, "TEST"};
  EXPECT_EQ(clockMhz(Gpu), 700);
}

} // namespace
