//===- TermsTest.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/gpuperf/Terms.h"
#include "gpumodel/MemoryRates.h"
#include "gpumodel/Throughput.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"
#include <cmath>
#include <set>

using namespace gpuperf;

namespace {
GpuperfTerms termsOf(const KernelSummary &K, const Launch &L,
                     const WarpProfile &W, const GpuModel &G = tinyGpu()) {
  auto T = gpuperfTerms(K, L, G, W);
  if (!T) {
    ADD_FAILURE() << llvm::toString(T.takeError());
    return {};
  }
  for (unsigned I = 0; I < NumResources; ++I) {
    EXPECT_TRUE(std::isfinite(T->BlockCycles[I]) && T->BlockCycles[I] >= 0);
    EXPECT_TRUE(std::isfinite(T->LaunchCycles[I]) && T->LaunchCycles[I] >= 0);
  }
  EXPECT_GE(T->LongestPathCycles, T->MeanPathCycles);
  return *T;
}

double blockCycles(const GpuperfTerms &T, Resource R) {
  return T.BlockCycles[unsigned(R)];
}
double launchCycles(const GpuperfTerms &T, Resource R) {
  return T.LaunchCycles[unsigned(R)];
}

KernelSummary independent(OpClass C, unsigned N) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  for (unsigned I = 0; I < N; ++I)
    B.instr(E, C, "%x");
  B.ret(E);
  return B.K;
}

/// One memory instruction and what depends on it.
KernelSummary oneAccess(OpClass C, MemSpace Space, AccessKind Kind,
                        uint32_t Bytes = 4) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  InstrId I = B.memory(E, C, Space, Kind, "%m", Bytes);
  B.instr(E, OpClass::Fp32Add, "%add", {I});
  B.ret(E);
  return B.K;
}

KernelSummary oneLoad() {
  return oneAccess(OpClass::LoadGlobal, MemSpace::Global, AccessKind::Load);
}
} // namespace

TEST(GpuperfTerms, EveryResourceHasANameOfItsOwn) {
  std::set<std::string> Names;
  for (unsigned I = 0; I < NumResources; ++I)
    Names.insert(resourceName(static_cast<Resource>(I)).str());
  EXPECT_EQ(Names.size(), NumResources);
  EXPECT_EQ(resourceName(Resource::Dram), "dram");
  EXPECT_EQ(resourceName(Resource::Latency), "latency");
}

// Two warps on two schedulers: a warp's instructions are a scheduler's.
TEST(GpuperfTerms, InstructionsTakeSlotsAndPipes) {
  Launch L = launchOf(4, 64);
  KernelSummary F = independent(OpClass::Fp32Fma, 10);
  GpuperfTerms T = termsOf(F, L, flatProfile(F, L));
  EXPECT_EQ(blockCycles(T, Resource::Issue), 10);
  EXPECT_EQ(blockCycles(T, Resource::Fp32), 10);
  EXPECT_EQ(blockCycles(T, Resource::Fp64), 0);
  EXPECT_EQ(blockCycles(T, Resource::L1), 0);
  EXPECT_EQ(T.SmCount, 2);
  EXPECT_EQ(T.ClockMhz, 1000);
  // Four results a clock: 16 cycles an instruction on each scheduler.
  KernelSummary D = independent(OpClass::Fp64Fma, 10);
  T = termsOf(D, L, flatProfile(D, L));
  EXPECT_EQ(blockCycles(T, Resource::Issue), 10);
  EXPECT_EQ(blockCycles(T, Resource::Fp64), 160);
  EXPECT_EQ(blockCycles(T, Resource::Fp32), 0);
}

TEST(GpuperfTerms, TwoLanesOfFp64TakeEighteenCycles) {
  Launch L = launchOf(4, 64);
  KernelSummary D = independent(OpClass::Fp64Fma, 10);
  GpuModel G = tinyGpu();
  G.Arch.Fp64Lanes = fact(2);
  EXPECT_EQ(blockCycles(termsOf(D, L, flatProfile(D, L), G), Resource::Fp64),
            180);
}

TEST(GpuperfTerms, CyclesOfABlockDoNotDependOnTheGrid) {
  KernelSummary K = independent(OpClass::Fp32Fma, 10);
  GpuperfTerms Few =
      termsOf(K, launchOf(4, 64), flatProfile(K, launchOf(4, 64)));
  GpuperfTerms Many =
      termsOf(K, launchOf(4000, 64), flatProfile(K, launchOf(4000, 64)));
  EXPECT_EQ(Few.BlockCycles, Many.BlockCycles);
  EXPECT_EQ(launchCycles(Few, Resource::Dispatch), 4);
  EXPECT_EQ(launchCycles(Many, Resource::Dispatch), 4000);
}

TEST(GpuperfTerms, ChipletsBeginTheirBlocksByThemselves) {
  KernelSummary K = independent(OpClass::Fp32Fma, 10);
  const Launch L = launchOf(4000, 64);
  GpuModel G = tinyGpu();
  G.L2Dies = fact(8);
  EXPECT_EQ(
      launchCycles(termsOf(K, L, flatProfile(K, L), G), Resource::Dispatch),
      4000);
  G.Arch.Maker = Vendor::Amd;
  EXPECT_EQ(
      launchCycles(termsOf(K, L, flatProfile(K, L), G), Resource::Dispatch),
      500);
}

TEST(GpuperfTerms, ADivisionTakesTheSlotsOfItsParts) {
  KernelSummary K = independent(OpClass::IntDiv64, 1);
  Launch L = launchOf(1, 64);
  GpuModel G = tinyGpu();
  EXPECT_GT(blockCycles(termsOf(K, L, flatProfile(K, L), G), Resource::Issue),
            10);
}

TEST(GpuperfTerms, DramMovesBytesAtWhatIsAchievable) {
  KernelSummary K = oneLoad();
  Launch L = launchOf(10, 64);
  WarpProfile W = flatProfile(K, L);
  allFromDram(W, 1600); // of 20 warps: 32000 bytes, 16 a cycle
  EXPECT_DOUBLE_EQ(launchCycles(termsOf(K, L, W), Resource::Dram), 2000);
  W.DramWriteBytes = 32000;
  EXPECT_DOUBLE_EQ(launchCycles(termsOf(K, L, W), Resource::Dram), 4000);
}

TEST(GpuperfTerms, DramOpensPagesOneByOne) {
  KernelSummary K = oneLoad();
  Launch L = launchOf(10, 64);
  WarpProfile W = flatProfile(K, L);
  allFromDram(W, 1600);            // 32000 bytes, 2000 cycles
  W.DramStreams = {{32000, 1000}}; // a sector of each
  GpuModel G = tinyGpu();
  EXPECT_DOUBLE_EQ(launchCycles(termsOf(K, L, W, G), Resource::Dram), 2000);
  // A quarter of the bandwidth.
  Fact Rate;
  Rate.Value = 4 * termsOf(K, L, W, G).ClockMhz / 1e3;
  G.DramScatteredGbps = Rate;
  EXPECT_NEAR(launchCycles(termsOf(K, L, W, G), Resource::Dram), 8000, 1e-6);
  W.DramStreams = {{32000, 1000 / 32.0}}; // in order
  EXPECT_DOUBLE_EQ(launchCycles(termsOf(K, L, W, G), Resource::Dram), 2000);
  // What is in order waits for what is not: half of the bytes each.
  W.DramStreams = {{16000, 500 / 32.0}, {16000, 500}};
  EXPECT_NEAR(launchCycles(termsOf(K, L, W, G), Resource::Dram), 5000, 1e-6);
}

TEST(GpuperfTerms, TheL2IsAskedBytesAndLines) {
  KernelSummary K = oneLoad();
  Launch L = launchOf(10, 64);
  WarpProfile W = flatProfile(K, L);
  W.L2Bytes = 64000;
  const double Bytes = launchCycles(termsOf(K, L, W), Resource::L2);
  EXPECT_DOUBLE_EQ(Bytes, 1000); // 64 bytes a cycle
  // A lookup for each 64 bytes costs no more than they do, each sector on its
  // own does.
  W.L2Requests = 1000;
  EXPECT_DOUBLE_EQ(launchCycles(termsOf(K, L, W), Resource::L2), Bytes);
  W.L2Requests = 2000;
  EXPECT_GT(launchCycles(termsOf(K, L, W), Resource::L2), 1.4 * Bytes);
  // All to one line: one slice has to serve them.
  W.HotLineRequests = 100000;
  const double Hot = launchCycles(termsOf(K, L, W), Resource::L2);
  EXPECT_GT(Hot, 20 * Bytes);
  W.HotLineRequests *= 2;
  EXPECT_DOUBLE_EQ(launchCycles(termsOf(K, L, W), Resource::L2), 2 * Hot);
}

namespace {
/// A loop of one product that depends on nothing; with a barrier or without.
KernelSummary loopOfProducts(bool WithBarrier,
                             OpClass Product = OpClass::TensorMma) {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Body = B.block("body"),
          Exit = B.block("exit");
  B.jump(Entry, Body, /*FallsThrough=*/true);
  if (WithBarrier)
    B.instr(Body, OpClass::Barrier, "%b");
  B.instr(Body, Product, "%p");
  InstrId C = B.instr(Body, OpClass::IntCompare, "%c");
  B.branch(Body, C, Body, Exit);
  B.ret(Exit);
  B.loop(Body, {Body}, {Body});
  B.K.RegistersPerThread = Estimate::exact(32);
  B.K.RegistersFrom = RegisterSource::Ptxas;
  return std::move(B.K);
}
} // namespace

TEST(GpuperfTerms, WarpsThatMeetAtABarrierTakeTurnsAtTheTensorCore) {
  GpuModel Gpu = tinyGpu();
  Gpu.Arch.ThroughputPerClkPerSm[unsigned(ThroughputRow::TensorF16)] =
      Fact{128, FactStatus::Published, "test"};
  // One product on one of the schedulers.
  const double Turn = issueDelayCycles(Gpu, OpClass::TensorMma).Value;
  ASSERT_GT(Turn, 10);
  auto PerIteration = [&](bool WithBarrier, unsigned Threads) {
    KernelSummary K = loopOfProducts(WithBarrier);
    const Launch L = launchOf(4, Threads);
    auto PathAt = [&](double Trips) {
      return termsOf(K, L, flatProfile(K, L, Trips), Gpu).MeanPathCycles;
    };
    return (PathAt(1100) - PathAt(100)) / 1000;
  };
  const double Schedulers = Gpu.Arch.SchedulersPerSm.Value;
  const unsigned OneEach = static_cast<unsigned>(32 * Schedulers);
  const double Alone = PerIteration(true, OneEach);
  EXPECT_GE(Alone, Turn);
  // Four warps on a scheduler: three more turns to wait for.
  EXPECT_NEAR(PerIteration(true, 4 * OneEach) - Alone, 3 * Turn, 0.01);
  // A warp goes on beside a product that reads its operands itself, and has
  // used one slot for all of it.
  const KernelSummary Async = loopOfProducts(true, OpClass::TensorAsync);
  const GpuperfTerms Beside =
      termsOf(Async, launchOf(4, OneEach),
              flatProfile(Async, launchOf(4, OneEach), 1000), Gpu);
  EXPECT_LT(Beside.MeanPathCycles / 1000, Alone);
  EXPECT_GT(blockCycles(Beside, Resource::Tensor), 1000);
  EXPECT_LT(blockCycles(Beside, Resource::Issue),
            blockCycles(termsOf(loopOfProducts(true), launchOf(4, OneEach),
                                flatProfile(loopOfProducts(true),
                                            launchOf(4, OneEach), 1000),
                                Gpu),
                        Resource::Issue));
  // Without the barrier each warp goes on by itself.
  EXPECT_NEAR(PerIteration(false, 4 * OneEach), PerIteration(false, OneEach),
              0.01);
}

// Operands that descriptors name go over the banks, 128 bytes a clock.
TEST(GpuperfTerms, TensorCoresReadTheirOperandsFromSharedMemory) {
  const GpuModel Gpu = tinyGpu();
  KernelSummary K = loopOfProducts(false, OpClass::TensorAsync);
  const Launch L = launchOf(4, 128);
  auto Shared = [&](uint32_t Bytes) {
    for (Instr &I : K.Instrs)
      if (I.Class == OpClass::TensorAsync)
        I.OperandBytes = Bytes;
    return blockCycles(termsOf(K, L, flatProfile(K, L, 100), Gpu),
                       Resource::Shared);
  };
  const double Width = std::min(
      llvm::cantFail(memoryRates(Gpu, 0)).SharedBytesPerClkPerSm.Value, 128.0);
  const double Warps = 4, Executions = 100;
  EXPECT_NEAR(Shared(1024) - Shared(0), 1024 * Warps * Executions / Width, 1);
}

// A scheduler's warps move words through a quarter of the tensor memory, which
// is neither shared memory nor a pipe of products.
TEST(GpuperfTerms, TensorMemoryIsABoundOfItsOwn) {
  const GpuModel Gpu = tinyGpu();
  const Launch L = launchOf(4, 128);
  auto TermsOf = [&](OpClass Class, uint32_t Bytes) {
    KernelSummary K = loopOfProducts(false, Class);
    InstrId Moved = NoId;
    for (InstrId Id = 0; Id < K.Instrs.size(); ++Id) {
      Instr &I = K.Instrs[Id];
      if (I.Class == Class)
        I.OperandBytes = Bytes, Moved = Id;
      else if (I.Class == OpClass::IntCompare)
        I.Operands.push_back(Moved);
    }
    return termsOf(K, L, flatProfile(K, L, 100), Gpu);
  };
  const double Warps = 4, Executions = 100,
               Schedulers = Gpu.Arch.SchedulersPerSm.Value;
  const GpuperfTerms Load = TermsOf(OpClass::LoadShared, 4096),
                     Store = TermsOf(OpClass::StoreShared, 4096);
  EXPECT_NEAR(blockCycles(Load, Resource::TensorMemory),
              4096 * Warps * Executions / (55 * Schedulers), 1);
  EXPECT_LT(blockCycles(Store, Resource::TensorMemory),
            blockCycles(Load, Resource::TensorMemory));
  EXPECT_EQ(blockCycles(Load, Resource::Shared), 0);
  EXPECT_EQ(
      blockCycles(TermsOf(OpClass::TensorAsync, 4096), Resource::TensorMemory),
      0);
  // Who uses a word waits until it has come.
  EXPECT_GT(Load.MeanPathCycles,
            TermsOf(OpClass::LoadShared, 0).MeanPathCycles);
}

// One thread asks for the products of a whole SM: that the other schedulers
// have no such warp makes them no slower.
TEST(GpuperfTerms, ProductsOfAnSmAreOnNoScheduler) {
  const GpuModel Gpu = tinyGpu();
  const Launch L = launchOf(4, 32);
  auto OnePipe = [&](OpClass Class) {
    const KernelSummary K = loopOfProducts(false, Class);
    return termsOf(K, L, flatProfile(K, L, 100), Gpu).OneTensorPipe;
  };
  EXPECT_TRUE(OnePipe(OpClass::TensorAsync));
  EXPECT_FALSE(OnePipe(OpClass::TensorMma));
}

TEST(GpuperfTerms, AStoreToPartsOfLinesTakesLongerThanALoadFromL1) {
  Launch L = launchOf(4, 64);
  auto Cycles = [&](AccessKind Kind, double Sectors, double Lines,
                    unsigned Major = 9) {
    KernelSummary K = oneAccess(Kind == AccessKind::Load ? OpClass::LoadGlobal
                                                         : OpClass::StoreGlobal,
                                MemSpace::Global, Kind);
    WarpProfile W = flatProfile(K, L);
    W.Accesses[0].ActiveLanes = 32;
    W.Accesses[0].L1Misses = 0;
    W.Accesses[0].SectorsPerRequest = Estimate::exact(Sectors);
    W.Accesses[0].LinesPerRequest = Estimate::exact(Lines);
    GpuModel G = tinyGpu();
    G.Arch.CcMajor = Major;
    return blockCycles(termsOf(K, L, W, G), Resource::L1);
  };
  // A sector of each of 32 lines, two warps.
  EXPECT_DOUBLE_EQ(Cycles(AccessKind::Load, 32, 32), 64);
  EXPECT_DOUBLE_EQ(Cycles(AccessKind::Store, 32, 32), 128);
  EXPECT_DOUBLE_EQ(Cycles(AccessKind::Store, 32, 32, 6), 96);
  // Whole sectors.
  EXPECT_DOUBLE_EQ(Cycles(AccessKind::Store, 4, 1),
                   Cycles(AccessKind::Load, 4, 1));
}

TEST(GpuperfTerms, BankConflictsTakePasses) {
  KernelSummary K =
      oneAccess(OpClass::LoadShared, MemSpace::Shared, AccessKind::Load);
  Launch L = launchOf(4, 64);
  WarpProfile W = flatProfile(K, L);
  EXPECT_EQ(blockCycles(termsOf(K, L, W), Resource::Shared), 2); // two warps
  W.Accesses[0].PassesPerRequest = Estimate::exact(32);
  EXPECT_EQ(blockCycles(termsOf(K, L, W), Resource::Shared), 64);
  // Sixteen bytes a lane are four phases.
  KernelSummary Wide =
      oneAccess(OpClass::LoadShared, MemSpace::Shared, AccessKind::Load, 16);
  EXPECT_EQ(
      blockCycles(termsOf(Wide, L, flatProfile(Wide, L)), Resource::Shared), 8);
}

TEST(GpuperfTerms, ConstantLoadsAreIssuedForEachAddress) {
  KernelSummary K =
      oneAccess(OpClass::LoadConst, MemSpace::Constant, AccessKind::Load);
  Launch L = launchOf(4, 64);
  WarpProfile W = flatProfile(K, L);
  W.Accesses[0].PassesPerRequest = Estimate::exact(1);
  GpuperfTerms Same = termsOf(K, L, W);
  W.Accesses[0].PassesPerRequest = Estimate::exact(32);
  GpuperfTerms All = termsOf(K, L, W);
  // Two warps on two schedulers.
  EXPECT_EQ(blockCycles(All, Resource::Issue),
            blockCycles(Same, Resource::Issue) + 31);
  EXPECT_EQ(All.MeanPathCycles, Same.MeanPathCycles + 31);
}

TEST(GpuperfTerms, JoinedSharedLoadsMoveAsMuch) {
  KernelSummary K =
      oneAccess(OpClass::LoadShared, MemSpace::Shared, AccessKind::Load);
  Launch L = launchOf(4, 64);
  WarpProfile W = flatProfile(K, L);
  const double Apart = blockCycles(termsOf(K, L, W), Resource::Shared);
  W.SharedLaneBytes = W.Warps * 4;
  EXPECT_EQ(blockCycles(termsOf(K, L, W), Resource::Shared), Apart);
  // A quarter of the requests, for the same bytes.
  W.Accesses[0].Requests /= 4;
  EXPECT_EQ(blockCycles(termsOf(K, L, W), Resource::Shared), Apart);
}

TEST(GpuperfTerms, AtomicsDoNotGrowWithTheBytesOfStores) {
  KernelSummary K =
      oneAccess(OpClass::AtomicShared, MemSpace::Shared, AccessKind::Atomic);
  const KernelSummary Other =
      oneAccess(OpClass::StoreShared, MemSpace::Shared, AccessKind::Store);
  K.Instrs.push_back(Other.Instrs[Other.Accesses[0].Instr]);
  K.Instrs.back().Mem = 1;
  K.Accesses.push_back(Other.Accesses[0]);
  K.Accesses.back().Instr = InstrId(K.Instrs.size() - 1);
  Launch L = launchOf(4, 1024);
  WarpProfile W = flatProfile(K, L);
  W.Accesses.resize(2);
  W.Accesses[1] = W.Accesses[0];
  W.Accesses[0].PassesPerRequest = Estimate::exact(32);
  const double Before = blockCycles(termsOf(K, L, W), Resource::Shared);
  // The stores move twice as much as they were counted to.
  W.SharedLaneBytes = 2 * W.Accesses[1].Requests * 4;
  EXPECT_EQ(blockCycles(termsOf(K, L, W), Resource::Shared), Before + 32);
}

TEST(GpuperfTerms, LinesTakeTheL1sTime) {
  KernelSummary K = oneLoad();
  Launch L = launchOf(4, 64);
  WarpProfile W = flatProfile(K, L);
  W.Accesses[0].L1Misses = 0;
  const double Hit = blockCycles(termsOf(K, L, W), Resource::L1);
  EXPECT_EQ(Hit, 2);
  W.Accesses[0].LinesPerRequest = Estimate::exact(32);
  EXPECT_EQ(blockCycles(termsOf(K, L, W), Resource::L1), 32 * Hit);
  W.Accesses[0].L1Misses = 1;
  EXPECT_GT(blockCycles(termsOf(K, L, W), Resource::L1), 32 * Hit);
}

TEST(GpuperfTerms, APathWaitsForTheLevelThatServesIt) {
  KernelSummary K = oneLoad();
  Launch L = launchOf(1, 32);
  WarpProfile W = flatProfile(K, L);
  auto Path = [&](double L2, double Dram) {
    W.Accesses[0].L2Waits = L2, W.Accesses[0].DramWaits = Dram;
    return termsOf(K, L, W);
  };
  const GpuperfTerms L1 = Path(0, 0), L2 = Path(1, 0), Dram = Path(1, 1);
  EXPECT_DOUBLE_EQ(L1.RampCycles, 20);
  EXPECT_DOUBLE_EQ(L2.RampCycles, 100);
  EXPECT_DOUBLE_EQ(Dram.RampCycles, 200);
  EXPECT_DOUBLE_EQ(L2.MeanPathCycles - L1.MeanPathCycles, 80);
  EXPECT_DOUBLE_EQ(Dram.MeanPathCycles - L2.MeanPathCycles, 100);
  EXPECT_DOUBLE_EQ(Path(0.5, 0.25).RampCycles, 20 + 40 + 25);
}

TEST(GpuperfTerms, IndependentLoadsWaitTogether) {
  auto Path = [](unsigned Loads, bool Chained) {
    KernelBuilder B;
    BlockId E = B.block("entry");
    InstrId Sum = NoId;
    for (unsigned I = 0; I < Loads; ++I) {
      InstrId Ld = B.memory(E, OpClass::LoadGlobal, MemSpace::Global,
                            AccessKind::Load, "%ld", 4);
      if (Chained && Sum != NoId)
        B.K.Instrs[Ld].Operands.push_back(Sum);
      InstrId Add = B.instr(E, OpClass::Fp32Add, "%s", {Ld});
      if (Sum != NoId)
        B.K.Instrs[Add].Operands.push_back(Sum);
      Sum = Add;
    }
    B.ret(E);
    Launch L = launchOf(1, 32);
    return termsOf(B.K, L, flatProfile(B.K, L)).MeanPathCycles;
  };
  EXPECT_LT(Path(4, false), 1.3 * Path(1, false));
  EXPECT_GT(Path(4, true), 3.5 * Path(1, true));
}

/// A loop that loads and stores, of which the machine holds four copies.
KernelSummary loadAndStore(OpClass Store, MemSpace To) {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Body = B.block("body"),
          Exit = B.block("exit");
  B.jump(Entry, Body, /*FallsThrough=*/true);
  InstrId Load = B.memory(Body, OpClass::LoadGlobal, MemSpace::Global,
                          AccessKind::Load, "%l", 4);
  B.memory(Body, Store, To, AccessKind::Store, "%s", 4, {Load});
  InstrId C = B.instr(Body, OpClass::IntCompare, "%c");
  B.branch(Body, C, Body, Exit);
  B.ret(Exit);
  B.loop(Body, {Body}, {Body});
  B.K.Loops[0].Copies = 4;
  return std::move(B.K);
}

TEST(GpuperfTerms, LoadsOfUnrolledIterationsPassStoresToSharedMemory) {
  Launch L = launchOf(1, 32);
  auto Path = [&](const KernelSummary &K) {
    return termsOf(K, L, flatProfile(K, L, 4)).MeanPathCycles;
  };
  const double Tile =
      Path(loadAndStore(OpClass::StoreShared, MemSpace::Shared));
  const double MayAlias =
      Path(loadAndStore(OpClass::StoreGlobal, MemSpace::Global));
  EXPECT_LT(Tile, 0.6 * MayAlias);
}

TEST(GpuperfTerms, LoadsOfUnrolledIterationsWaitWhereLanesPart) {
  auto Path = [](double Jumps) {
    KernelBuilder B;
    BlockId Entry = B.block("entry"), Head = B.block("head"),
            This = B.block("this"), That = B.block("that"),
            Latch = B.block("latch"), Exit = B.block("exit");
    B.jump(Entry, Head, /*FallsThrough=*/true);
    InstrId Load = B.memory(Head, OpClass::LoadGlobal, MemSpace::Global,
                            AccessKind::Load, "%l", 4);
    InstrId Is = B.instr(Head, OpClass::IntCompare, "%is", {Load});
    B.branch(Head, Is, This, That);
    B.jump(This, Latch);
    B.jump(That, Latch);
    InstrId C = B.instr(Latch, OpClass::IntCompare, "%c");
    B.branch(Latch, C, Head, Exit);
    B.ret(Exit);
    B.loop(Head, {Head, This, That, Latch}, {Latch});
    B.K.Loops[0].Copies = 4;
    B.K.Accesses[0].ReadOnly = true;
    B.K.MachineCounts.assign(B.K.Blocks.size(), OpCounts{});
    B.K.MachineCounts[Head][unsigned(OpClass::Branch)] = Jumps;
    Launch L = launchOf(1, 32);
    return termsOf(B.K, L, flatProfile(B.K, L, 4)).MeanPathCycles;
  };
  EXPECT_LT(Path(0), 0.7 * Path(1));
}

TEST(GpuperfTerms, SharedLoadsOfOneAddressTakeHalfThePhases) {
  Launch L = launchOf(4, 64);
  KernelSummary K =
      oneAccess(OpClass::LoadShared, MemSpace::Shared, AccessKind::Load, 16);
  WarpProfile W = flatProfile(K, L);
  EXPECT_EQ(blockCycles(termsOf(K, L, W), Resource::Shared), 8);
  W.Accesses[0].PassesPerRequest = Estimate::exact(0.5);
  EXPECT_EQ(blockCycles(termsOf(K, L, W), Resource::Shared), 4);
}

TEST(GpuperfTerms, TheLongestThreadMayBeLonger) {
  KernelSummary K = figureThree();
  Launch L = launchOf(4, 32);
  WarpProfile W = flatProfile(K, L, 15);
  GpuperfTerms Even = termsOf(K, L, W);
  EXPECT_EQ(Even.LongestPathCycles, Even.MeanPathCycles);
  W.Loops[0].LongestTrip = 150;
  GpuperfTerms Uneven = termsOf(K, L, W);
  EXPECT_EQ(Uneven.MeanPathCycles, Even.MeanPathCycles);
  EXPECT_GT(Uneven.LongestPathCycles, 5 * Uneven.MeanPathCycles);
}

TEST(GpuperfTerms, AMeanBlockMayHaveLittleToDo) {
  KernelSummary K = figureThree();
  Launch L = launchOf(4, 32);
  WarpProfile W = flatProfile(K, L, 15);
  GpuperfTerms All = termsOf(K, L, W);
  // A guard lets 99 of 100 blocks go.
  for (size_t B = 1; B < W.Blocks.size(); ++B)
    W.Blocks[B].MeanExecutions /= 100;
  GpuperfTerms Few = termsOf(K, L, W);
  EXPECT_EQ(Few.LongestPathCycles, All.LongestPathCycles);
  EXPECT_LT(Few.MeanPathCycles, 0.1 * All.MeanPathCycles);
}

TEST(GpuperfTerms, AProfilerStartsWithEmptyCaches) {
  KernelSummary K = oneLoad();
  Launch L = launchOf(1, 32);
  auto Start = [&](Timing How, L2State L2) {
    L.Conditions.How = How;
    L.Conditions.L2 = L2;
    return termsOf(K, L, flatProfile(K, L)).ColdStartCycles;
  };
  const double Instructions = Start(Timing::Kernel, L2State::Cold);
  EXPECT_GT(Instructions, 0);
  // Parameters are fetched, too.
  K.Params.emplace_back();
  EXPECT_EQ(Start(Timing::Kernel, L2State::Cold), 2 * Instructions);
  EXPECT_EQ(Start(Timing::Kernel, L2State::Warm), 0);
  EXPECT_EQ(Start(Timing::Single, L2State::Cold), 0);
}

TEST(GpuperfTerms, AtomicsOnOneAddressAreInSeries) {
  KernelSummary K =
      oneAccess(OpClass::AtomicGlobal, MemSpace::Global, AccessKind::Atomic);
  K.Accesses[0].Does = AtomicOp::Joined;
  Launch L = launchOf(100, 64);
  WarpProfile W = flatProfile(K, L);
  W.Accesses[0].LaunchBytes = 32;
  W.Accesses[0].SectorsPerRequest = Estimate::exact(1);
  W.Accesses[0].PassesPerRequest = Estimate::exact(32);
  EXPECT_EQ(launchCycles(termsOf(K, L, W), Resource::Atomic), 6400);
  // The assembler joins lanes of which it knows that they name one address.
  K.Accesses[0].Base = Access::BaseKind::Argument;
  K.Accesses[0].BaseIndex = 0;
  K.Accesses[0].Offset = K.Exprs.constant(0);
  EXPECT_EQ(launchCycles(termsOf(K, L, W), Resource::Atomic), 200);
  K.Accesses[0].Does = AtomicOp::Other;
  EXPECT_EQ(launchCycles(termsOf(K, L, W), Resource::Atomic), 6400);
}

TEST(GpuperfTerms, AtomicsOnManyLinesAreSpreadOverTheSlices) {
  KernelSummary K =
      oneAccess(OpClass::AtomicGlobal, MemSpace::Global, AccessKind::Atomic);
  K.Accesses[0].Does = AtomicOp::Other;
  Launch L = launchOf(100, 64);
  GpuModel G = tinyGpu();
  G.L2BytesPerClkTotal = fact(0.78 * 64 * 16.01); // 16 slices
  WarpProfile W = flatProfile(K, L);
  W.Accesses[0].LaunchBytes = 128;
  const double One = launchCycles(termsOf(K, L, W, G), Resource::Atomic);
  // A slice has about three of sixteen lines, and its share of many.
  W.Accesses[0].LaunchBytes = 16 * 128;
  const double Some = launchCycles(termsOf(K, L, W, G), Resource::Atomic);
  EXPECT_GT(Some, One * 2 / 16);
  EXPECT_LT(Some, One * 4 / 16);
  W.Accesses[0].LaunchBytes = 1e8;
  const double Many = launchCycles(termsOf(K, L, W, G), Resource::Atomic);
  EXPECT_NEAR(Many, One / 16, 0.05 * One / 16);
}

TEST(GpuperfTerms, LanesOnWordsOfASectorAreOneTurn) {
  KernelSummary K =
      oneAccess(OpClass::AtomicGlobal, MemSpace::Global, AccessKind::Atomic);
  K.Accesses[0].Does = AtomicOp::Joined;
  Launch L = launchOf(100, 64);
  WarpProfile W = flatProfile(K, L); // 32 lanes in 4 sectors
  W.Accesses[0].LaunchBytes = 128;
  EXPECT_NEAR(launchCycles(termsOf(K, L, W), Resource::Atomic), 200 * 4 * 1.33,
              1e-6);
}

TEST(GpuperfTerms, FloatsOnSharedMemoryAreSwappedInOneByOne) {
  KernelSummary K =
      oneAccess(OpClass::AtomicShared, MemSpace::Shared, AccessKind::Atomic, 8);
  K.Accesses[0].Base = Access::BaseKind::Variable;
  K.Accesses[0].BaseIndex = 0;
  K.Accesses[0].Offset = K.Exprs.constant(0);
  K.Accesses[0].Does = AtomicOp::Other;
  Launch L = launchOf(10, 64);
  WarpProfile W = flatProfile(K, L);
  W.Accesses[0].PassesPerRequest = Estimate::exact(32);
  GpuperfTerms Exchange = termsOf(K, L, W);
  EXPECT_EQ(blockCycles(Exchange, Resource::Fp64), 0);
  EXPECT_EQ(blockCycles(Exchange, Resource::Shared), 2 * 2 * 32);
  K.Accesses[0].Does = AtomicOp::Float;
  GpuperfTerms Sum = termsOf(K, L, W);
  // Two warps on two schedulers: 48 rounds each, 16 cycles in the pipe.
  EXPECT_EQ(blockCycles(Sum, Resource::Fp64), 48 * 16);
  EXPECT_EQ(blockCycles(Sum, Resource::Issue),
            blockCycles(Exchange, Resource::Issue) + 48 * 6 - 1);
  // 64 lanes, one after the other: two trips to shared memory and a sum each.
  EXPECT_GT(Sum.MeanPathCycles, Exchange.MeanPathCycles + 64 * (2 * 10 + 20));
  K.Accesses[0].BytesPerLane = 4;
  GpuperfTerms Single = termsOf(K, L, W);
  EXPECT_EQ(blockCycles(Single, Resource::Fp64), 0);
  EXPECT_LT(Single.MeanPathCycles, Sum.MeanPathCycles);
}

TEST(GpuperfTerms, WarpsCompeteForTheFewWordsThatDataChoose) {
  KernelSummary K =
      oneAccess(OpClass::AtomicShared, MemSpace::Shared, AccessKind::Atomic, 4);
  K.Variables.push_back({"sums", MemSpace::Shared, 4});
  K.Accesses[0].Base = Access::BaseKind::Variable;
  K.Accesses[0].BaseIndex = 0;
  ExprNode Data;
  Data.Kind = ExprKind::Opaque, Data.Width = 64;
  K.Accesses[0].Offset = K.Exprs.get(Data);
  K.Accesses[0].Does = AtomicOp::Float;
  Launch L = launchOf(10, 256);
  WarpProfile W = flatProfile(K, L);
  W.Accesses[0].PassesPerRequest = Estimate::exact(32);
  auto Shared = [&] { return blockCycles(termsOf(K, L, W), Resource::Shared); };
  // All eight warps are on the one word there is: as where it is written so.
  const double OnOne = Shared();
  EXPECT_EQ(OnOne, 8 * 3 * 32 * 4.5);
  // Of very many, hardly two warps are on the same one.
  K.Variables[0].SizeBytes = 1 << 20;
  EXPECT_EQ(Shared(), 8 * 3 * 32);
}

TEST(GpuperfTerms, WithoutABandwidthThereIsNone) {
  GpuModel G = tinyGpu();
  G.DramAchievableReadGbps.reset();
  G.DramTheoreticalGbps.reset();
  KernelSummary K = oneLoad();
  Launch L = launchOf(1, 32);
  auto T = gpuperfTerms(K, L, G, flatProfile(K, L));
  ASSERT_FALSE(bool(T));
  EXPECT_NE(llvm::toString(T.takeError()).find("dram_achievable_read_gbps"),
            std::string::npos);
}

namespace {
/// tinyGpu() of AMD: wavefronts of 64 whose addresses are taken 16 a clock.
GpuModel tinyAmd() {
  GpuModel G = tinyGpu();
  G.Arch.Maker = Vendor::Amd;
  G.Arch.Name = "gfx_test";
  G.Arch.WarpSize = fact(64);
  G.Arch.LoadStoreLanes = fact(16);
  G.L1LineBytes = fact(64);
  return G;
}

/// L1 cycles of a request of \p Lanes words in \p Sectors sectors.
double amdL1(double Lanes, double Sectors, double Bytes = 4) {
  KernelSummary K = oneAccess(OpClass::LoadGlobal, MemSpace::Global,
                              AccessKind::Load, uint32_t(Bytes));
  Launch L = launchOf(4, 64);
  WarpProfile W = flatProfile(K, L);
  AccessProfile &A = W.Accesses[0];
  A.Requests = 4;
  A.ActiveLanes = Lanes;
  A.IdealSectors = Lanes * Bytes / 32;
  A.SectorsPerRequest = Estimate::exact(Sectors);
  return blockCycles(termsOf(K, L, W, tinyAmd()), Resource::L1);
}
} // namespace

TEST(GpuperfTerms, AmdsVectorCacheTakesQuartersOfAWavefront) {
  EXPECT_EQ(amdL1(64, 8), 4);
  // Each quarter begins in the middle of a line.
  EXPECT_EQ(amdL1(64, 9), 8);
  // Quarters without an active lane take their turn.
  EXPECT_EQ(amdL1(16, 2), 4);
  EXPECT_EQ(amdL1(16, 3), 5);
  // Two lines for 16 doubles.
  EXPECT_EQ(amdL1(64, 16, 8), 8);
  EXPECT_EQ(amdL1(64, 64), 64);
}

// A load of four words that are not aligned has four times as much to move.
TEST(GpuperfTerms, AmdsWideLoadsTakeAsManyTurnsAsWords) {
  KernelSummary K = oneLoad();
  Launch L = launchOf(4, 64);
  WarpProfile W = flatProfile(K, L);
  AccessProfile &A = W.Accesses[0];
  A.Requests = 4;
  A.ActiveLanes = 64;
  A.IdealSectors = 8;
  A.SectorsPerRequest = Estimate::exact(8);
  EXPECT_EQ(blockCycles(termsOf(K, L, W, tinyAmd()), Resource::L1), 4);
  K.Accesses[0].WideBytes = 16;
  EXPECT_EQ(blockCycles(termsOf(K, L, W, tinyAmd()), Resource::L1), 16);
}

// 32 lanes a clock: two for a word of a wavefront, as many as its addresses.
TEST(GpuperfTerms, AmdsLdsGivesHalfAWavefrontAWordAClock) {
  for (uint32_t Bytes : {4u, 8u, 16u}) {
    KernelSummary K = oneAccess(OpClass::LoadShared, MemSpace::Shared,
                                AccessKind::Load, Bytes);
    Launch L = launchOf(4, 64);
    WarpProfile W = flatProfile(K, L);
    W.Accesses[0].Requests = 4;
    W.Accesses[0].ActiveLanes = 64;
    EXPECT_EQ(blockCycles(termsOf(K, L, W, tinyAmd()), Resource::Shared),
              Bytes / 2);
  }
}

// A place that all lanes load from, and that nothing was written to before, is
// the scalar unit's.
TEST(GpuperfTerms, AmdsScalarUnitLoadsForAllLanes) {
  auto L1Of = [](bool Stores, bool SamePlace) {
    KernelBuilder B;
    BlockId E = B.block("entry");
    if (Stores)
      B.memory(E, OpClass::StoreGlobal, MemSpace::Global, AccessKind::Store,
               "%s", 4);
    B.memory(E, OpClass::LoadGlobal, MemSpace::Global, AccessKind::Load, "%m",
             4);
    B.ret(E);
    Access &A = B.K.Accesses.back();
    A.Base = Access::BaseKind::Argument, A.BaseIndex = 0;
    ExprNode Thread;
    Thread.Kind = ExprKind::TidX;
    A.Offset = SamePlace ? B.K.Exprs.constant(0) : B.K.Exprs.get(Thread);
    Launch L = launchOf(4, 64);
    WarpProfile W = flatProfile(B.K, L);
    for (AccessProfile &P : W.Accesses)
      P.Requests = 4, P.ActiveLanes = 64;
    return blockCycles(termsOf(B.K, L, W, tinyAmd()), Resource::L1);
  };
  EXPECT_EQ(L1Of(false, true), 0);
  EXPECT_GT(L1Of(false, false), 0);
  EXPECT_EQ(L1Of(true, true), 2 * L1Of(false, false));
}

TEST(GpuperfTerms, AmdsSimdsDoAllArithmetic) {
  KernelSummary K = independent(OpClass::Fp32Fma, 10);
  Launch L = launchOf(4, 64);
  EXPECT_TRUE(termsOf(K, L, flatProfile(K, L), tinyAmd()).OneVectorUnit);
  EXPECT_FALSE(termsOf(K, L, flatProfile(K, L)).OneVectorUnit);
}

TEST(GpuperfTerms, WhatPassesSeveralL2sComesThroughTheFabric) {
  KernelSummary K = oneLoad();
  Launch L = launchOf(10, 64);
  WarpProfile W = flatProfile(K, L);
  allFromDram(W, 1600); // 32000 bytes, 16 a cycle
  W.FabricBytes = 96000;
  EXPECT_DOUBLE_EQ(launchCycles(termsOf(K, L, W), Resource::Dram), 2000);
  GpuModel G = tinyGpu();
  G.InfinityCacheGbps = fact(32); // 32 a cycle
  EXPECT_DOUBLE_EQ(launchCycles(termsOf(K, L, W, G), Resource::Dram), 3000);
  W.FabricBytes = 32000;
  EXPECT_DOUBLE_EQ(launchCycles(termsOf(K, L, W, G), Resource::Dram), 2000);
}

TEST(GpuperfTerms, AmdsCompilerSaysHowOftenAllLoadsAreWaitedFor) {
  KernelSummary K = oneLoad();
  Launch L = launchOf(4, 64);
  WarpProfile W = flatProfile(K, L);
  W.Accesses[0].L2Waits = W.Accesses[0].DramWaits = 0;
  K.MemoryDrains = 10;
  const double None = termsOf(K, L, W).MeanPathCycles;
  EXPECT_LT(None, 100);
  EXPECT_EQ(termsOf(K, L, W, tinyAmd()).MeanPathCycles, 10 * 20);
  K.SpillBytesPerThread = 8;
  EXPECT_EQ(termsOf(K, L, W, tinyAmd()).MeanPathCycles, 10 * 100);
}
