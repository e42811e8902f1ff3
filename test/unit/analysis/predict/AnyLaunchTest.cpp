//===- AnyLaunchTest.cpp - Odd kernels, odd launches ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever a kernel and a launch look like, a prediction is a finite, positive
// time inside its band, or an error that says something.
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictLaunch.h"
#include "gpumodel/files/GpuRegistry.h"
#include "gpumodel/files/ShippedFiles.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace gpuperf;

namespace {
class Chance {
public:
  explicit Chance(unsigned Seed) : Engine(Seed) {}
  uint64_t below(uint64_t N) { return N ? Engine() % N : 0; }
  bool oneIn(unsigned N) { return below(N) == 0; }
  /// Small numbers, and now and then one from the far ends.
  int64_t number() {
    constexpr int64_t Odd[] = {0,         -1,        1,         INT32_MAX,
                               INT32_MIN, INT64_MAX, INT64_MIN, 1LL << 40};
    return oneIn(4) ? Odd[below(std::size(Odd))]
                    : static_cast<int64_t>(below(2000)) - 100;
  }

private:
  std::mt19937_64 Engine;
};

ExprId anyExpr(Chance &C, KernelSummary &K, unsigned Depth) {
  ExprNode N;
  N.Width = C.oneIn(2) ? 32 : C.oneIn(6) ? 1 : 64;
  if (Depth == 0 || C.oneIn(3)) {
    N.Kind = static_cast<ExprKind>(C.below(unsigned(ExprKind::Opaque) + 1));
    N.Imm =
        N.Kind == ExprKind::Arg ? static_cast<int64_t>(C.below(5)) : C.number();
    if (N.Kind == ExprKind::LoopIter)
      N.Aux = static_cast<uint32_t>(C.below(K.Loops.size() + 1));
    return K.Exprs.get(N);
  }
  constexpr auto First = unsigned(ExprKind::Add),
                 Last = unsigned(ExprKind::Pow);
  N.Kind = static_cast<ExprKind>(First + C.below(Last - First + 1));
  unsigned Operands = N.Kind == ExprKind::Select ? 3
                      : N.Kind == ExprKind::ZExt || N.Kind == ExprKind::SExt ||
                              N.Kind == ExprKind::Trunc
                          ? 1
                          : 2;
  for (unsigned I = 0; I < Operands; ++I)
    N.Ops[I] = anyExpr(C, K, Depth - 1);
  return K.Exprs.get(N);
}

void fillBlock(Chance &C, KernelBuilder &B, BlockId Id) {
  for (unsigned N = C.below(8); N > 0; --N) {
    auto Class = static_cast<OpClass>(C.below(NumOpClasses));
    InstrId I = B.instr(Id, Class, "");
    Instr &In = B.K.Instrs[I];
    In.Count = static_cast<uint8_t>(C.oneIn(5) ? C.below(256) : 1);
    for (unsigned Op = C.below(3); Op > 0 && I > 0; --Op)
      In.Operands.push_back(static_cast<InstrId>(C.below(I)));
  }
  for (unsigned N = C.below(4); N > 0; --N) {
    InstrId I = B.memory(
        Id, C.oneIn(2) ? OpClass::LoadGlobal : OpClass::StoreShared,
        static_cast<MemSpace>(C.below(7)), static_cast<AccessKind>(C.below(3)),
        "", static_cast<uint32_t>(C.oneIn(8) ? C.below(70) : 1u << C.below(5)));
    Access &A = B.K.Accesses[B.K.Instrs[I].Mem];
    A.Base = static_cast<Access::BaseKind>(C.below(3));
    A.BaseIndex = 0;
    A.BaseAlign = 1u << C.below(9);
    A.Offset = C.oneIn(6) ? NoExpr : anyExpr(C, B.K, 3);
    A.Affine = A.Offset != NoExpr && C.oneIn(2);
  }
}

/// Blocks in a row; some ranges are loops, one inside the other; branches go
/// forward.
KernelSummary anyKernel(Chance &C) {
  KernelBuilder B;
  const auto Blocks = static_cast<BlockId>(C.below(9));
  for (BlockId I = 0; I < Blocks; ++I)
    B.block("b");
  LoopId Parent = NoId;
  BlockId From = 1, To = Blocks > 0 ? Blocks - 1 : 0; // [From, To)
  while (From < To && !C.oneIn(3)) {
    BlockId First = From + C.below(To - From), End = First + 1;
    End += C.below(To - First);
    LoopId L = B.loop(First, {}, {End - 1}, Parent);
    for (BlockId I = First; I < End; ++I) {
      B.K.Loops[L].Blocks.push_back(I);
      B.K.Blocks[I].InnermostLoop = L;
    }
    B.K.Loops[L].Exiting = {End - 1};
    B.K.Loops[L].TestsBeforeBody = C.oneIn(2);
    B.K.Loops[L].UpperBoundOnly = C.oneIn(4);
    Parent = L, From = First + 1, To = End;
  }
  for (KernelLoop &L : B.K.Loops)
    L.BackedgeTaken = C.oneIn(4) ? NoExpr : anyExpr(C, B.K, 2);
  for (BlockId I = 0; I < Blocks; ++I) {
    fillBlock(C, B, I);
    LoopId InLoop = B.K.Blocks[I].InnermostLoop;
    while (InLoop != NoId && B.K.Loops[InLoop].Latches[0] != I)
      InLoop = B.K.Loops[InLoop].Parent;
    if (I + 1 == Blocks) {
      B.ret(I);
    } else if (InLoop != NoId) {
      InstrId T = B.instr(I, OpClass::IntCompare, "");
      B.branch(I, T, B.K.Loops[InLoop].Header, I + 1);
    } else if (C.oneIn(2)) {
      InstrId T = B.instr(I, OpClass::IntCompare, "");
      B.branch(I, T, I + 1, I + 1 + C.below(Blocks - I - 1));
    } else {
      B.jump(I, I + 1, C.oneIn(2));
    }
    B.K.Blocks[I].Condition = C.oneIn(5) ? NoExpr : anyExpr(C, B.K, 3);
  }
  KernelSummary &K = B.K;
  K.Params.resize(C.below(6));
  K.Variables.resize(1);
  constexpr double Registers[] = {0, 1, 16, 32.5, 64, 128, 255, 1e6};
  double R = Registers[C.below(std::size(Registers))];
  K.RegistersPerThread =
      C.oneIn(2)
          ? Estimate::exact(R)
          : Estimate{R / 2, R, R * 1.5, AssumptionKind::RegistersEstimated};
  K.StaticSharedBytes = C.oneIn(3) ? C.below(50000) : 0;
  K.LocalBytesPerThread = C.oneIn(3) ? C.below(1 << 20) : 0;
  K.MaxThreadsPerBlockBound = C.oneIn(5) ? C.below(1025) : 0;
  if (C.oneIn(20))
    K.Why |= AssumptionKind::Recursion;
  for (double &Count : K.UnrolledTextCounts)
    Count = C.oneIn(4) ? static_cast<double>(C.below(1000)) : 0;
  return std::move(B.K);
}

Launch anyLaunch(Chance &C) {
  auto Extent = [&](uint64_t Usual, uint64_t Most) -> uint64_t {
    return C.oneIn(10) ? C.below(2) * Most : 1 + C.below(Usual);
  };
  Launch L;
  L.Grid = {Extent(5000, INT32_MAX), Extent(3, 65535), Extent(3, 65535)};
  L.Block = {Extent(400, 1024), Extent(3, 1024), Extent(2, 64)};
  if (C.oneIn(30))
    L.Grid.X = L.Grid.Y = L.Grid.Z = ~uint64_t(0);
  L.DynamicSharedBytes = C.oneIn(3) ? C.below(100000) : 0;
  for (unsigned N = C.below(6); N > 0; --N) {
    ArgValue A = C.oneIn(3) ? ArgValue{} : ArgValue::integer(C.number());
    L.Args.push_back(A);
  }
  L.Conditions.L1 = C.oneIn(2) ? L1Mode::On : L1Mode::Bypass;
  L.Conditions.L2 = C.oneIn(2) ? L2State::Warm : L2State::Cold;
  L.Conditions.How = static_cast<Timing>(C.below(3));
  return L;
}

/// A GPU whose file has only what it must.
GpuModel bareGpu() {
  GpuModel G = tinyGpu();
  G.L1LatencyCycles = G.L2LatencyCycles = G.DramLatencyCycles = std::nullopt;
  G.UncoalescedWarpLatencyCycles = G.L1BytesPerClkPerSm = std::nullopt;
  G.L2BytesPerClkTotal = G.SharedBytesPerClkPerSm = std::nullopt;
  G.DramAchievableReadGbps = G.DramAchievableCopyGbps = std::nullopt;
  G.SectorBytes = G.SharedLatencyCycles = std::nullopt;
  G.LaunchTimeLines.clear();
  for (OptFact &F : G.Arch.ThroughputPerClkPerSm)
    F = std::nullopt;
  for (OptFact &F : G.Arch.LatencyCycles)
    F = std::nullopt;
  return G;
}
} // namespace

TEST(AnyLaunch, TimeIsFiniteAndInItsBand) {
  std::vector<GpuModel> Gpus = {tinyGpu(), bareGpu()};
  for (const std::string &Name : shippedGpuNames()) {
    auto Gpu = findGpu(Name);
    ASSERT_TRUE(bool(Gpu)) << Name << llvm::toString(Gpu.takeError()).c_str();
    Gpus.push_back(std::move(*Gpu));
  }
  Chance C(20260);
  unsigned Predicted = 0;
  for (unsigned N = 0; N < 4000; ++N) {
    SCOPED_TRACE(N);
    const KernelSummary K = anyKernel(C);
    const Launch L = anyLaunch(C);
    const GpuModel &Gpu = Gpus[C.below(Gpus.size())];
    for (ModelKind Model : availableModels()) {
      PredictOptions O;
      O.Model = Model;
      O.Profile.StepBudget = 100'000;
      O.Explain = N % 8 == 0;
      auto P = predictLaunch(K, L, Gpu, O);
      if (!P) {
        std::string Why = llvm::toString(P.takeError());
        EXPECT_FALSE(Why.empty());
        EXPECT_EQ(Why.find("no finite time"), std::string::npos) << Why;
        continue;
      }
      ++Predicted;
      ASSERT_TRUE(std::isfinite(P->TimeUs.Hi)) << modelName(Model).str();
      ASSERT_GT(P->TimeUs.Lo, 0) << modelName(Model).str();
      ASSERT_LE(P->TimeUs.Lo, P->TimeUs.Value) << modelName(Model).str();
      ASSERT_LE(P->TimeUs.Value, P->TimeUs.Hi) << modelName(Model).str();
      for (const Component &Part : P->Components) {
        ASSERT_TRUE(std::isfinite(Part.TimeUs)) << Part.Name;
        ASSERT_GE(Part.TimeUs, 0) << Part.Name;
      }
      const WarpProfile &W = P->Profile;
      for (double V : {W.RequestedBytes, W.L2Bytes, W.DramReadBytes,
                       W.DramWriteBytes, W.BarriersPerWarp})
        ASSERT_TRUE(std::isfinite(V) && V >= 0) << V;
      for (double V : {W.L1Share, W.L2Share, W.DramShare})
        ASSERT_TRUE(V >= 0 && V <= 1) << V;
    }
  }
  EXPECT_GT(Predicted, 2000u); // or nothing was tested
}
