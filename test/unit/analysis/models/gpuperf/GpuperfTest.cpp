//===- GpuperfTest.cpp - Properties of our own model ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/gpuperf/Resource.h"
#include "gpumodel/MemoryRates.h"
#include "gpumodel/Throughput.h"
#include "gpumodel/files/GpuRegistry.h"
#include "gpumodel/files/ShippedFiles.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include <cmath>

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
GpuModel gpu(llvm::StringRef Name) {
  auto G = findGpu(Name);
  if (G)
    return std::move(*G);
  ADD_FAILURE() << llvm::toString(G.takeError());
  return {};
}

KernelSummary withRegisters(KernelSummary K, unsigned Registers = 32) {
  K.RegistersPerThread = Estimate::exact(Registers);
  K.RegistersFrom = RegisterSource::Ptxas;
  return K;
}

KernelSummary summaryOf(const std::string &Text) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.fma.f32(float, float, float)
)" + Text);
  return withRegisters(summarize(I, "k"));
}

const char *const FlatIndex = R"(
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %f = mul i32 %b, %w
  %i = add i32 %f, %t
  %iw = zext i32 %i to i64
)";

/// out[i] = in[i];
KernelSummary copyKernel(const std::string &Type = "float") {
  return summaryOf("define ptx_kernel void @k(ptr addrspace(1) noalias "
                   "readonly %in, ptr addrspace(1) noalias %out) {" +
                   std::string(FlatIndex) + "  %pi = getelementptr " + Type +
                   ", ptr addrspace(1) %in, i64 %iw\n  %po = getelementptr " +
                   Type + ", ptr addrspace(1) %out, i64 %iw\n  %v = load " +
                   Type + ", ptr addrspace(1) %pi\n  store " + Type +
                   " %v, ptr addrspace(1) %po\n  ret void\n}");
}

/// s = x[i]; for (j = 0; j < n; ++j) s = fma(s, s, s); x[i] = s;
KernelSummary fmaLoop(const std::string &Type) {
  return summaryOf("define ptx_kernel void @k(ptr addrspace(1) %x, i32 %n) {" +
                   std::string("\nentry:") + FlatIndex +
                   "  %p = getelementptr " + Type +
                   ", ptr addrspace(1) %x, i64 %iw\n  %first = load " + Type +
                   R"(, ptr addrspace(1) %p
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi )" + Type +
                   R"( [ %first, %entry ], [ %fma, %loop ]
  %fma = call )" + Type +
                   " @llvm.fma.f" + (Type == "double" ? "64" : "32") + "(" +
                   Type + " %s, " + Type + " %s, " + Type + R"( %s)
  %next = add nuw nsw i32 %j, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %last = phi )" + Type +
                   R"( [ %first, %entry ], [ %fma, %loop ]
  store )" + Type + R"( %last, ptr addrspace(1) %p
  ret void
})");
}

/// if (i == 0) { s = x[0]; for (j = 0; j < n; ++j) s = fma(s, s, s); x[0] = s;
/// }
KernelSummary fmaLoopOfOneThread() {
  return summaryOf("define ptx_kernel void @k(ptr addrspace(1) %x, i32 %n) {" +
                   std::string("\nentry:") + FlatIndex + R"(
  %one = icmp eq i32 %i, 0
  br i1 %one, label %begin, label %end
begin:
  %first = load float, ptr addrspace(1) %x
  br label %loop
loop:
  %j = phi i32 [ 0, %begin ], [ %next, %loop ]
  %s = phi float [ %first, %begin ], [ %fma, %loop ]
  %fma = call float @llvm.fma.f32(float %s, float %s, float %s)
  %next = add nuw nsw i32 %j, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %last
last:
  store float %fma, ptr addrspace(1) %x
  br label %end
end:
  ret void
})");
}

Prediction predict(const KernelSummary &K, const Launch &L, const GpuModel &G) {
  PredictOptions O;
  O.Model = ModelKind::Gpuperf;
  auto P = predictLaunch(K, L, G, O);
  if (!P) {
    ADD_FAILURE() << G.Name << ": " << llvm::toString(P.takeError());
    return {};
  }
  EXPECT_TRUE(std::isfinite(P->TimeUs.Hi)) << G.Name;
  EXPECT_GT(P->TimeUs.Lo, 0) << G.Name;
  EXPECT_LE(P->TimeUs.Lo, P->TimeUs.Value) << G.Name;
  EXPECT_LE(P->TimeUs.Value, P->TimeUs.Hi) << G.Name;
  return *P;
}

double timeUs(const KernelSummary &K, const Launch &L, const GpuModel &G) {
  return predict(K, L, G).TimeUs.Value;
}

/// Shipped NVIDIA GPUs that CUDA 12 and 13 compile for.
std::vector<GpuModel> nvidiaGpus() {
  std::vector<GpuModel> Out;
  for (const std::string &Name : shippedGpuNames())
    if (GpuModel G = gpu(Name);
        G.Arch.Maker == Vendor::Nvidia && G.Arch.CcMajor >= 5)
      Out.push_back(std::move(G));
  return Out;
}

double part(const Prediction &P, llvm::StringRef Name) {
  for (const Component &C : P.Components)
    if (C.Name == Name)
      return C.TimeUs;
  return 0;
}
} // namespace

TEST(Gpuperf, TheStartOfALoneBlockIsTold) {
  const KernelSummary K = copyKernel();
  const GpuModel Small = gpu("rtx-3080"), Large = gpu("h100-sxm");
  const Launch L = launch({16384}, {1024}, {{}, {}});
  // One block of 1024 threads fits on an SM of 1536, two on one of 2048.
  const Prediction Lone = predict(K, L, Small);
  ASSERT_EQ(Lone.Occ.BlocksPerSm, 1u);
  EXPECT_GT(Lone.LoneStartUs, 0);
  EXPECT_LT(Lone.LoneStartUs, Lone.TimeUs.Value);
  // Without it, the launch takes about as long as its DRAM traffic.
  EXPECT_NEAR((Lone.TimeUs.Value - Lone.LoneStartUs) / part(Lone, "dram"), 1,
              0.15);
  EXPECT_EQ(predict(K, L, Large).LoneStartUs, 0);
  // The last wave has no next block to wait for.
  EXPECT_EQ(predict(K, launch({60}, {1024}, {{}, {}}), Small).LoneStartUs, 0);
}

TEST(Gpuperf, PartsAreNeverMoreThanTheWhole) {
  KernelSummary K = withRegisters(kernel("matmulTiled"));
  Launch L = launch({64, 64}, {16, 16}, {{}, {}, {}, 1024});
  for (const GpuModel &G : nvidiaGpus()) {
    Prediction P = predict(K, L, G);
    EXPECT_GT(part(P, "fp32"), 0) << G.Name;
    EXPECT_GT(part(P, "shared"), 0) << G.Name;
    EXPECT_GT(part(P, "latency"), 0) << G.Name;
    EXPECT_GT(part(P, "launch"), 0) << G.Name;
    for (const Component &C : P.Components)
      EXPECT_LE(C.TimeUs, P.TimeUs.Value * (1 + 1e-9)) << G.Name << C.Name;
    // What holds it back is the longest part.
    if (P.BoundBy == Bound::Launch)
      continue;
    double Longest = part(P, boundName(P.BoundBy));
    for (const Component &C : P.Components)
      EXPECT_LE(C.TimeUs, Longest) << G.Name << C.Name;
  }
}

TEST(Gpuperf, ABigCopyTakesWhatItsBytesTake) {
  const KernelSummary Floats = copyKernel(), Wide = copyKernel("<4 x float>");
  for (const GpuModel &G : nvidiaGpus())
    for (unsigned Bytes : {4, 16}) {
      SCOPED_TRACE(G.Name + " " + std::to_string(Bytes));
      // Four bytes a thread on their way do not fill the 8 TB/s of a B200.
      if (Bytes == 4 && G.Arch.CcMajor >= 10)
        continue;
      Launch L = launch({(1u << 22) / Bytes}, {256}); // 1 GiB each way
      Prediction P = predict(Bytes == 4 ? Floats : Wide, L, G);
      EXPECT_EQ(P.BoundBy, Bound::Dram);
      const WarpProfile &W = P.Profile;
      const double Moved = W.DramReadBytes + W.DramWriteBytes;
      EXPECT_NEAR(Moved / (2.0 * (1 << 30)), 1, 0.1);
      auto Rates = memoryRates(G, 0.5);
      ASSERT_TRUE(bool(Rates)) << llvm::toString(Rates.takeError());
      double BytesPerUs = Rates->DramBytesPerClk.Value * Rates->ClockMhz;
      EXPECT_GT(P.TimeUs.Value / (Moved / BytesPerUs), 0.99);
      EXPECT_LT(P.TimeUs.Value / (Moved / BytesPerUs), 1.2);
    }
}

TEST(Gpuperf, MoreTrafficIsNotFaster) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  InstrId Ld = B.memory(E, OpClass::LoadGlobal, MemSpace::Global,
                        AccessKind::Load, "%ld", 4);
  InstrId Add = B.instr(E, OpClass::Fp32Add, "%add", {Ld});
  B.memory(E, OpClass::StoreGlobal, MemSpace::Global, AccessKind::Store, "%st",
           4, {Add});
  B.ret(E);
  KernelSummary K = withRegisters(std::move(B.K));
  Launch L = launchOf(1000, 256);
  GpuModel G = gpu("a100-sxm4-40gb");
  PredictOptions O;
  O.Model = ModelKind::Gpuperf;
  double WarpProfile::*const Traffic[] = {
      &WarpProfile::L2Bytes, &WarpProfile::DramReadBytes,
      &WarpProfile::DramWriteBytes, &WarpProfile::L2Requests,
      &WarpProfile::HotLineRequests};
  for (auto Member : Traffic) {
    WarpProfile W = flatProfile(K, L);
    allFromDram(W, 256);
    double Before = 0;
    for (double Amount = 0; Amount < 1e12; Amount = Amount * 3 + 1000) {
      W.*Member = Amount;
      auto P = predictWith(K, L, G, W, O);
      ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
      EXPECT_GE(P->TimeUs.Value, Before * (1 - 1e-12)) << Amount;
      Before = P->TimeUs.Value;
    }
    EXPECT_GT(Before, 1000); // and in the end, it is what counts
  }
}

TEST(Gpuperf, TheLongestBlockHoldsUpALaunchOfOneWave) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  for (unsigned I = 0; I < 1000; ++I)
    B.instr(E, OpClass::Fp64Fma, "%x");
  B.ret(E);
  KernelSummary K = withRegisters(std::move(B.K));
  GpuModel G = tinyGpu();
  PredictOptions O;
  O.Model = ModelKind::Gpuperf;
  auto Fp64 = [&](uint64_t Grid, double Longest) {
    Launch L = launchOf(Grid, 64);
    WarpProfile W = flatProfile(K, L);
    W.LongestBlock[unsigned(OpClass::Fp64Fma)] = Longest * 1000 * 2;
    auto P = predictWith(K, L, G, W, O);
    if (!P) {
      ADD_FAILURE() << llvm::toString(P.takeError());
      return 0.0;
    }
    return part(*P, "fp64");
  };
  // Two SMs. Alone on its SM, the longest block is all that counts; beside
  // another one, half of it.
  EXPECT_NEAR(Fp64(2, 1.75) / Fp64(2, 1), 1.75, 1e-6);
  EXPECT_NEAR(Fp64(4, 1.75) / Fp64(4, 1), 1.375, 1e-6);
  // Where others wait, they go to the SM that is free.
  EXPECT_NEAR(Fp64(4000, 1.75) / Fp64(4000, 1), 1, 1e-6);
}

TEST(Gpuperf, AllWaitForAThreadThatComputesAlone) {
  const KernelSummary K = fmaLoopOfOneThread();
  for (const GpuModel &G : nvidiaGpus()) {
    const double Alone = timeUs(K, launch({1}, {256}, {{}, 1 << 20}), G);
    EXPECT_GT(Alone, 1000) << G.Name;
    const Prediction Many =
        predict(K, launch({10000}, {256}, {{}, 1 << 20}), G);
    EXPECT_GE(Many.TimeUs.Value, 0.95 * Alone) << G.Name;
    EXPECT_LE(Many.TimeUs.Value, 1.2 * Alone) << G.Name;
    EXPECT_EQ(Many.BoundBy, Bound::Latency) << G.Name;
  }
}

TEST(Gpuperf, TwiceASaturatedGridTakesTwiceAsLong) {
  KernelSummary Copy = copyKernel(), Fma = fmaLoop("float");
  for (const GpuModel &G : nvidiaGpus()) {
    for (uint64_t Grid : {1u << 18, 1u << 19, 3u << 18}) {
      double Ratio = timeUs(Copy, launch({2 * Grid}, {256}), G) /
                     timeUs(Copy, launch({Grid}, {256}), G);
      EXPECT_NEAR(Ratio, 2, 0.2) << G.Name << " copy " << Grid;
    }
    for (uint64_t Grid : {20000, 33333}) {
      double Ratio = timeUs(Fma, launch({2 * Grid}, {256}, {{}, 1000}), G) /
                     timeUs(Fma, launch({Grid}, {256}, {{}, 1000}), G);
      EXPECT_NEAR(Ratio, 2, 0.2) << G.Name << " fma " << Grid;
    }
  }
}

TEST(Gpuperf, MoreIterationsAreNotFaster) {
  const std::pair<const char *, KernelSummary> Kernels[] = {
      {"float", fmaLoop("float")}, {"double", fmaLoop("double")}};
  for (const char *Name : {"rtx-2080-ti", "h100-pcie", "gtx-1070", "t4"}) {
    GpuModel G = gpu(Name);
    for (const auto &[Type, K] : Kernels)
      for (Launch L :
           {launch({1}, {32}), launch({100}, {256}), launch({5000}, {1024})}) {
        double Before = 0;
        for (int64_t N : {0, 1, 2, 3, 5, 10, 30, 100, 1000, 10000, 1000000}) {
          L.Args = {ArgValue(), ArgValue::integer(N)};
          double Us = timeUs(K, L, G);
          EXPECT_GE(Us, Before * (1 - 1e-9))
              << Name << " " << Type << " " << L.Grid.X << " " << N;
          Before = Us;
        }
      }
  }
}

TEST(Gpuperf, MoreElementsOnTheSameGridAreNotFaster) {
  KernelSummary K = withRegisters(kernel("gridStride"));
  for (const char *Name : {"rtx-2080-ti", "a100-sxm4-40gb", "gtx-1070"}) {
    GpuModel G = gpu(Name);
    for (L2State State : {L2State::Warm, L2State::Cold}) {
      double Before = 0;
      for (int64_t N = 1 << 14; N < 1 << 29; N += N / 2) {
        Launch L = launch({256}, {256}, {N, {}, {}, {}});
        L.Conditions.L2 = State;
        double Us = timeUs(K, L, G);
        EXPECT_GE(Us, Before * (1 - 1e-9)) << Name << " " << N;
        Before = Us;
      }
    }
  }
}

TEST(Gpuperf, MoreBlocksAreNotFaster) {
  const std::pair<const char *, KernelSummary> Kernels[] = {
      {"copy", copyKernel()}, {"fma", fmaLoop("float")}};
  for (const char *Name : {"rtx-2080-ti", "a100-sxm4-40gb", "h200-sxm"}) {
    GpuModel G = gpu(Name);
    for (const auto &[What, K] : Kernels)
      for (uint64_t Block : {32, 256, 1024}) {
        double Before = 0;
        for (uint64_t Grid = 1; Grid < 1 << 22; Grid += 1 + Grid / 5) {
          double Us = timeUs(K, launch({Grid}, {Block}, {{}, 300}), G);
          EXPECT_GE(Us, Before * (1 - 1e-9))
              << Name << " " << What << " " << Block << " " << Grid;
          Before = Us;
        }
      }
  }
}

TEST(Gpuperf, OneWarpWaitsForItself) {
  KernelSummary K = fmaLoop("float");
  for (const GpuModel &G : nvidiaGpus()) {
    Prediction P = predict(K, launch({1}, {32}, {{}, 100000}), G);
    EXPECT_EQ(P.BoundBy, Bound::Latency) << G.Name;
    // Each step waits for the one before: 3 to 30 cycles on any GPU.
    double Cycles = P.TimeUs.Value * clockMhz(G) / 100000;
    EXPECT_GT(Cycles, 3) << G.Name;
    EXPECT_LT(Cycles, 30) << G.Name;
    // A second block has an SM of its own.
    EXPECT_NEAR(timeUs(K, launch({2}, {32}, {{}, 100000}), G), P.TimeUs.Value,
                0.01 * P.TimeUs.Value)
        << G.Name;
  }
}

TEST(Gpuperf, AWarpHasThePipesOfOneScheduler) {
  // The slots of four schedulers are of no use to one warp, nor to a fifth.
  KernelSummary K = fmaLoop("float");
  const GpuModel G = gpu("rtx-3080");
  auto Slots = [&](unsigned Block) {
    return part(predict(K, launch({1}, {Block}, {{}, 100000}), G), "issue");
  };
  EXPECT_GT(Slots(32), 0);
  EXPECT_NEAR(Slots(128) / Slots(32), 1, 0.01);
  EXPECT_NEAR(Slots(160) / Slots(32), 2, 0.01);
  EXPECT_NEAR(Slots(256) / Slots(32), 2, 0.01);
  // Doubles go to a pipe that the whole SM shares.
  KernelSummary D = fmaLoop("double");
  auto Doubles = [&](unsigned Block) {
    return part(predict(D, launch({1}, {Block}, {{}, 100000}), G), "fp64");
  };
  EXPECT_NEAR(Doubles(128) / Doubles(32), 4, 0.01);
}

TEST(Gpuperf, AnInstructionIsNotInItsOwnWay) {
  // Each keeps an issue slot and the pipe of floats busy, at once.
  KernelSummary Float = fmaLoop("float");
  for (const char *Name : {"rtx-3080", "a100-sxm4-40gb", "rtx-2080-ti"}) {
    Prediction P =
        predict(Float, launch({20000}, {256}, {{}, 10000}), gpu(Name));
    double Issue = 0;
    for (const auto &C : P.Components)
      if (C.Name == "issue")
        Issue = C.TimeUs;
    EXPECT_NEAR(P.TimeUs.Value / Issue, 1, 0.12) << Name;
  }
}

TEST(Gpuperf, DoublesAreSlowWhereThePipeIsNarrow) {
  KernelSummary Double = fmaLoop("double"), Float = fmaLoop("float");
  Launch L = launch({10000}, {256}, {{}, 1000});
  for (const char *Name : {"rtx-3090", "rtx-4090", "rtx-2080-ti", "t4"}) {
    GpuModel G = gpu(Name);
    Prediction P = predict(Double, L, G);
    EXPECT_EQ(P.BoundBy, Bound::Fp64) << Name;
    // A warp's fma takes the two lanes of an SM for 16 cycles.
    double Fmas = 10000.0 * 8 * 1000;
    double Us = Fmas * 16 / G.SmCount.Value / clockMhz(G);
    EXPECT_NEAR(P.TimeUs.Value / Us, 1, 0.15) << Name;
    EXPECT_GT(P.TimeUs.Value, 8 * timeUs(Float, L, G)) << Name;
  }
  Prediction Wide = predict(Double, L, gpu("h100-sxm"));
  EXPECT_LT(Wide.TimeUs.Value, 4 * timeUs(Float, L, gpu("h100-sxm")));
}

TEST(Gpuperf, BlocksThatFillAnSmAloneAreNotFasterInAStream) {
  KernelSummary K = copyKernel();
  unsigned Tried = 0;
  for (const GpuModel &G : nvidiaGpus()) {
    if (G.Arch.MaxThreadsPerSm.Value >= 2048)
      continue;
    ++Tried;
    for (uint64_t Threads : {1u << 22, 1u << 24}) {
      double Big = timeUs(K, launch({Threads / 1024}, {1024}), G);
      double Small = timeUs(K, launch({Threads / 256}, {256}), G);
      EXPECT_GE(Big, Small * (1 - 1e-9)) << G.Name << " " << Threads;
    }
  }
  EXPECT_GT(Tried, 3u);
}

TEST(Gpuperf, AnotherWaveForOneBlockCosts) {
  KernelSummary K = fmaLoop("float");
  GpuModel G = gpu("a100-sxm4-40gb");
  Launch L = launch({1}, {256}, {{}, 100000});
  const uint64_t Wave =
      predict(K, L, G).Occ.BlocksPerSm * static_cast<uint64_t>(G.SmCount.Value);
  L.Grid.X = Wave;
  const double Full = timeUs(K, L, G);
  L.Grid.X = Wave + 1;
  const double More = timeUs(K, L, G);
  EXPECT_GT(More, 1.05 * Full);
  EXPECT_LE(More, 2 * Full);
}

/// 108 SMs hold 13 clusters of 8 blocks that fill an SM each, not 13.5.
TEST(Gpuperf, WavesAreOfWholeClusters) {
  KernelSummary K = fmaLoop("float");
  GpuModel G = gpu("a100-sxm4-40gb");
  ASSERT_EQ(G.SmCount.Value, 108);
  Launch L = launch({208}, {256}, {{}, 100000});
  L.DynamicSharedBytes = 100 * 1024;
  ASSERT_EQ(predict(K, L, G).Occ.BlocksPerSm, 1U);
  auto Time = [&](uint64_t Blocks, unsigned Cluster) {
    L.Grid.X = Blocks;
    K.ClusterBlocks = Cluster;
    return timeUs(K, L, G);
  };
  const double TwoWaves = Time(208, 8);
  EXPECT_NEAR(Time(216, 1), TwoWaves, 0.05 * TwoWaves);
  EXPECT_GT(Time(216, 8), 1.2 * TwoWaves); // a third one
  // What the launch asks for holds, where it asks.
  L.ClusterBlocks = 8;
  EXPECT_EQ(Time(216, 1), Time(216, 8));
  EXPECT_GT(Time(216, 1), 1.2 * TwoWaves);
}

TEST(Gpuperf, MoreBandwidthIsNotSlower) {
  KernelSummary K = copyKernel();
  Launch L = launch({1 << 18}, {256});
  GpuModel G = gpu("v100-sxm2-16gb");
  const double Before = timeUs(K, L, G);
  for (OptFact *F : {&G.DramAchievableReadGbps, &G.DramAchievableCopyGbps,
                     &G.DramTheoreticalGbps})
    if (*F)
      (*F)->Value *= 1.5;
  const double After = timeUs(K, L, G);
  EXPECT_LT(After, Before);
  EXPECT_GT(After, Before / 1.51);
}

TEST(Gpuperf, NothingToDoTakesTheLaunch) {
  // Without work: what an empty kernel takes, on any grid that fits at once.
  KernelSummary K = fmaLoop("float");
  for (const GpuModel &G : nvidiaGpus()) {
    Prediction P = predict(K, launch({1}, {32}, {{}, 0}), G);
    EXPECT_LT(P.TimeUs.Value, 20) << G.Name;
    EXPECT_EQ(P.BoundBy, Bound::Launch) << G.Name;
  }
}

TEST(Gpuperf, AbsurdLaunchesHaveATime) {
  std::vector<KernelSummary> Kernels = {copyKernel(), fmaLoop("float"),
                                        fmaLoop("double")};
  for (const char *Name : {"saxpy", "gridStride", "matmulNaive", "reduceShared",
                           "histogram", "gather", "triangular"})
    Kernels.push_back(withRegisters(kernel(Name)));
  const Launch Launches[] = {
      launch({2147483647}, {1}), launch({2147483647}, {1024}),
      launch({2147483647, 65535, 65535}, {1}), launch({1}, {1}),
      launch({1, 65535, 1}, {1, 1, 64})};
  for (const char *Name :
       {"tesla-c1060", "gtx-940mx", "t4", "h200-sxm", "b200"}) {
    const GpuModel G = gpu(Name);
    for (const KernelSummary &K : Kernels)
      for (Launch L : Launches)
        for (int64_t Arg : {int64_t(0), int64_t(-1), INT64_MIN, INT64_MAX}) {
          L.Args.assign(K.Params.size(), ArgValue::integer(Arg));
          PredictOptions O;
          O.Model = ModelKind::Gpuperf;
          O.Profile.StepBudget = 50'000;
          auto P = predictLaunch(K, L, G, O);
          if (!P) {
            // A limit of the GPU; never a time that is none.
            std::string Why = llvm::toString(P.takeError());
            EXPECT_NE(Why.find("limit"), std::string::npos) << Why;
            continue;
          }
          EXPECT_TRUE(std::isfinite(P->TimeUs.Hi)) << Name;
          EXPECT_GT(P->TimeUs.Lo, 0) << Name;
          for (const Component &C : P->Components)
            EXPECT_TRUE(std::isfinite(C.TimeUs) && C.TimeUs >= 0)
                << Name << " " << C.Name;
        }
  }
}

TEST(Gpuperf, TheBandIsThatOfWhatTheLaunchIsBoundBy) {
  const GpuModel A100 = gpu("a100-sxm4-40gb");
  Launch Large;
  Large.Grid = {1u << 18}, Large.Block = {256};
  const Prediction Copy = predict(copyKernel(), Large, A100);
  ASSERT_EQ(Copy.BoundBy, Bound::Dram);
  // Little else is done: narrower than for other launches on DRAM.
  EXPECT_LT(Copy.OwnErrorFactor, bandFactorOf(Resource::Dram));
  EXPECT_LT(Copy.TimeUs.Hi, 1.2 * Copy.TimeUs.Value);
  Launch One;
  One.Grid = {1}, One.Block = {32};
  One.Args = {ArgValue(), ArgValue::integer(100000)};
  const Prediction Chain = predict(fmaLoop("float"), One, A100);
  ASSERT_EQ(Chain.BoundBy, Bound::Latency);
  EXPECT_EQ(Chain.OwnErrorFactor, bandFactorOf(Resource::Latency));
  EXPECT_GT(Chain.TimeUs.Hi, 2 * Chain.TimeUs.Value);
}

// Floats and integers have pipes of their own on NVIDIA's GPUs, and one on
// AMD's.
TEST(Gpuperf, AmdsSimdsDoOneAfterTheOther) {
  auto With = [](unsigned Floats, unsigned Integers) {
    KernelBuilder B;
    BlockId E = B.block("entry");
    for (unsigned I = 0; I < Floats; ++I)
      B.instr(E, OpClass::Fp32Fma, "%f");
    for (unsigned I = 0; I < Integers; ++I)
      B.instr(E, OpClass::IntAdd, "%i");
    B.ret(E);
    return withRegisters(B.K);
  };
  Launch L;
  L.Grid = {1u << 18}, L.Block = {256};
  auto SumOverBoth = [&](const GpuModel &G) {
    return (timeUs(With(4000, 0), L, G) + timeUs(With(0, 4000), L, G)) /
           timeUs(With(4000, 4000), L, G);
  };
  EXPECT_NEAR(SumOverBoth(gpu("mi250x")), 1, 0.02);
  EXPECT_GT(SumOverBoth(gpu("rtx-2080-ti")), 1.05);
}

TEST(Gpuperf, TheBandOnAmdIsThatOfItsFitRows) {
  const GpuModel Mi250x = gpu("mi250x");
  Launch Large;
  Large.Grid = {1u << 18}, Large.Block = {256};
  const Prediction Copy = predict(copyKernel(), Large, Mi250x);
  ASSERT_EQ(Copy.BoundBy, Bound::Dram);
  EXPECT_EQ(Copy.OwnErrorFactor, 1.5);
  Large.Args = {ArgValue(), ArgValue::integer(100000)};
  const Prediction Sums = predict(fmaLoop("float"), Large, Mi250x);
  EXPECT_EQ(Sums.OwnErrorFactor, 3);
}
