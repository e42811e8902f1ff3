//===- GlobalAtomics.cu - Contention in global memory ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many updates of global memory does an SM make per clock while
// all SMs do, atomic and plain, from a cell for each thread to one cell for the
// block, and how many does the whole GPU make of one single cell?
//
// Method: a block for each SM, all at once; updates over the cycles of the
// SM until its updates have been done (a fence). For the single cell the number
// of blocks rises to one for each SM and the slowest block counts. The cells
// are read back and must hold what so many updates make.
//
// Pitfalls: as in SharedAtomics.cu; an atomic whose result nobody reads leaves
// the SM at once (RED), so without the fence its rate would be that of issue;
// the fence and the blocks' different begins drown only in many updates; the
// sum of floats is exact only up to 2^24; on AMD adding floats is a loop of
// compare-and-swap, one of many threads gets through at a time.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/atomics/Updates.h"
#include <type_traits>

namespace gpuperf::micro {
namespace {

constexpr uint32_t FullPasses = 64, QuickPasses = 32;
/// Of one cell that all blocks share, by as many passes as give about so many
/// updates: floats count them exactly, and at one update per clock the longest
/// launch takes some 10 ms.
constexpr uint32_t MostInOneCell = 1u << 24;

constexpr uint32_t passesInOneCell(uint32_t Updates, uint64_t Threads) {
  uint64_t Passes = Updates / (Threads * UpdateUnroll);
  return Passes < 1                ? 1
         : Passes > 4 * FullPasses ? 4 * FullPasses
                                   : uint32_t(Passes);
}
static_assert(uint64_t(FullPasses) * UpdateUnroll * MaxUpdateThreads <=
                  MostInOneCell,
              "a block's sums of floats are exact");
static_assert(passesInOneCell(MostInOneCell, 132 * 1024) == 15);
static_assert(passesInOneCell(MostInOneCell, 1024) == 4 * FullPasses);
static_assert(passesInOneCell(MostInOneCell, uint64_t(1) << 40) == 1);

template <UpdateKind Kind, typename T>
__global__ void GPUPERF_BOUNDS(MaxUpdateThreads)
    updateGlobal(T *Cells, uint64_t Sharers, uint32_t Passes, uint32_t WarpSize,
                 T One, uint64_t *Clocks, uint32_t *SuccessesOf) {
  uint64_t Thread = globalThread();
  T *Cell = Cells + contendedCell(Thread, Sharers, WarpSize);
  T Seen = T(0);
  uint32_t Successes = 0;
  __syncthreads();
  uint64_t Begin = readClock();
#pragma unroll 1
  for (uint32_t Pass = 0; Pass < Passes; ++Pass)
#pragma unroll
    for (unsigned J = 0; J < UpdateUnroll; ++J)
      update<Kind, false>(Cell, One, T(Thread), Pass * UpdateUnroll + J, Seen,
                          Successes);
  waitForUpdates();
  uint64_t End = readClock();
  if (threadIdx.x % WarpSize == 0) {
    Clocks[Thread / WarpSize * 2] = Begin;
    Clocks[Thread / WarpSize * 2 + 1] = End;
  }
  SuccessesOf[Thread] = Successes;
}

template <UpdateKind Kind, typename T> class GlobalRun {
public:
  GlobalRun(const Context &Ctx)
      : Ctx(Ctx), Threads(updateThreads(Ctx)),
        WarpSize(unsigned(Ctx.Device.WarpSize)),
        Blocks(unsigned(std::max(1.0, Ctx.Device.SmCount))),
        Cells(size_t(Blocks) * Threads), Successes(size_t(Blocks) * Threads),
        Clocks(2 * size_t(Blocks) * (Threads / WarpSize)) {}

  /// Updates per clock of one SM or, of one cell, of all \p UsedBlocks, per
  /// sample.
  std::vector<double> rates(unsigned UsedBlocks, uint64_t Sharers, bool PerSm) {
    std::vector<double> Rates;
    const uint32_t Passes = passes(UsedBlocks, PerSm);
    // The first sample warms.
    for (unsigned I = 0; I <= updateSamples(Ctx); ++I) {
      Cells.clear();
      launch(updateGlobal<Kind, T>, {dim3(UsedBlocks), dim3(Threads)},
             Cells.data(), Sharers, Passes, WarpSize, T(1), Clocks.data(),
             Successes.data());
      std::vector<uint64_t> Read = Clocks.host();
      Read.resize(2 * size_t(UsedBlocks) * (Threads / WarpSize));
      std::vector<double> Cycles = cyclesOfBlocks(Read, Threads / WarpSize);
      double Updates = double(Threads) * Passes * UpdateUnroll;
      double Each = PerSm ? summarise(0, Cycles).Median
                          : *std::max_element(Cycles.begin(), Cycles.end());
      if (I > 0 && Each > 0)
        Rates.push_back((PerSm ? Updates : Updates * UsedBlocks) / Each);
    }
    Wrong += wrongCells<Kind, T>(Cells.host(), Successes.host(),
                                 uint64_t(UsedBlocks) * Threads, Sharers,
                                 WarpSize, Passes * UpdateUnroll);
    return Rates;
  }

  const Context &Ctx;
  unsigned Threads, WarpSize, Blocks;
  double Wrong = 0;

private:
  uint32_t passes(unsigned UsedBlocks, bool PerSm) const {
    if (Emulated)
      return 1;
    if (!PerSm)
      return passesInOneCell(Ctx.pick(MostInOneCell, MostInOneCell / 2),
                             uint64_t(UsedBlocks) * Threads);
    // A loop of compare-and-swap: a block's 1,024 threads wait for each other.
    if (Ctx.Device.Backend == "hip" && std::is_same_v<T, float>)
      return 4;
    return Ctx.pick(FullPasses, QuickPasses);
  }

  DeviceArray<T> Cells;
  DeviceArray<uint32_t> Successes;
  DeviceArray<uint64_t> Clocks;
};

template <UpdateKind Kind, typename T>
void measure(Context &Ctx, const char *Name) {
  GlobalRun<Kind, T> Run(Ctx);
  Series &Curve = Ctx.add(std::string("global.") + Name, "threads_per_address",
                          "results_per_clk_per_sm",
                          {{"threads_per_block", double(Run.Threads)},
                           {"blocks", double(Run.Blocks)}});
  for (unsigned Sharers : sharerCounts(Run.Threads)) {
    std::vector<double> Rates = Run.rates(Run.Blocks, Sharers, true);
    if (!Rates.empty())
      Curve.Points.push_back(summarise(Sharers, Rates));
  }
  Curve.Params.push_back({"wrong_cells", Run.Wrong});
}

/// All threads of a number of blocks on one cell. A power of two that no launch
/// reaches makes everything one cell.
template <UpdateKind Kind, typename T>
void measureOneCell(Context &Ctx, const char *Name) {
  GlobalRun<Kind, T> Run(Ctx);
  Series &Curve =
      Ctx.add(std::string("one_address.") + Name, "blocks", "results_per_clk",
              {{"threads_per_block", double(Run.Threads)}});
  for (unsigned Blocks = 1;; Blocks = std::min(2 * Blocks, Run.Blocks)) {
    std::vector<double> Rates = Run.rates(Blocks, uint64_t(1) << 40, false);
    if (!Rates.empty())
      Curve.Points.push_back(summarise(Blocks, Rates));
    if (Blocks == Run.Blocks)
      break;
  }
  Curve.Params.push_back({"wrong_cells", Run.Wrong});
}

} // namespace

void runGlobalAtomics(Context &Ctx) {
#define GPUPERF_MEASURE(Kind, Type, Name) measure<Kind, Type>(Ctx, Name);
  GPUPERF_FOR_EACH_UPDATE(GPUPERF_MEASURE)
#undef GPUPERF_MEASURE
  measureOneCell<UpdateKind::Add, uint32_t>(Ctx, "add_u32");
  measureOneCell<UpdateKind::Max, uint32_t>(Ctx, "max_u32");
  measureOneCell<UpdateKind::Cas, uint32_t>(Ctx, "cas_u32");
  // On AMD a loop of compare-and-swap: of all the GPU's threads one at a time
  // would get through.
  if (Ctx.Device.Backend != "hip")
    measureOneCell<UpdateKind::Add, float>(Ctx, "add_f32");
  measureOneCell<UpdateKind::Add, uint64_t>(Ctx, "add_u64");
}

} // namespace gpuperf::micro
