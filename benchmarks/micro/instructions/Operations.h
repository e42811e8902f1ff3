//===- Operations.h - Chains and streams of one operation -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the benchmarks of this folder share; each of them asks it of one group
// of gpu/Ops.def.
//
// Latency: one warp follows a chain in which each link needs the last one's
// result. The loop holds L, 2 L or 4 L links; cycles per pass over links per
// pass is a line whose slope is the latency. Its intercept is what the loop and
// the clock cost (after the SASS readings of Jia et al. and the chain method of
// Abdelkhalik et al. 2022).
//
// Throughput: one block with eight independent streams in each thread, over the
// number of warps. The same passes are run with L/2 and with L links per
// stream, the difference of the two has no loop and no start in it. Rates: per
// clock of the SM on which the block ran (gpu-benches' cuda-incore varies
// the same two things).
//
// Pitfalls: two links that fold into one instruction halve the figure (Ops.def
// says how that is prevented, test/micro/chains.py reads the machine code);
// operands that all threads share go to the uniform pipe; the first pass loads
// the instruction cache, so a whole round goes before; a clock read that the
// chain has not reached yet: constant, so in the intercept.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_INSTRUCTIONS_OPERATIONS_H
#define GPUPERF_BENCHMARKS_MICRO_INSTRUCTIONS_OPERATIONS_H

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/gpu/Ops.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>

namespace gpuperf::micro {

/// Values that a thread begins with: X, Y, Z, one after the other.
constexpr unsigned FirstValues = 3;
/// Independent streams per thread.
constexpr unsigned StreamCount = 8;

/// One link of each of \p Count chains, \p Place links from the loop's start.
template <typename Op, unsigned Count, typename T>
__device__ GPUPERF_INLINE void linkStreams(T (&X)[Count], const T &Y,
                                           const T &Z, const T &W, const T &V,
                                           unsigned Place) {
#pragma unroll
  for (unsigned K = 0; K < Count; ++K)
    if (Op::Where == OperandForm::Turns && Place % 2)
      Op::step(X[K], W, V);
    else
      Op::step(X[K], Y, Z);
}

/// Clocks[2 w], Clocks[2 w + 1]: begin and end of \p Passes times Links links
/// in each of Count chains, of warp w. \p First: FirstValues for each thread.
template <typename Op, unsigned Count, unsigned Links>
__device__ GPUPERF_INLINE void timeLinks(const uint32_t *First, uint32_t Passes,
                                         unsigned WarpSize, uint64_t *Clocks,
                                         uint32_t *Sink) {
  using T = typename Op::Value;
  constexpr unsigned Stride = Words<T>::Count;
  const uint32_t *Mine = First + size_t(threadIdx.x) * FirstValues * Stride;
  T X[Count];
#pragma unroll
  for (unsigned K = 0; K < Count; ++K)
    X[K] = loadValue<T>(Mine);
  T Y = loadValue<T>(Mine + Stride), Z = loadValue<T>(Mine + 2 * Stride);
  T W = Y, V = Z;
  if (Op::Where == OperandForm::Turns) {
    W = loadValue<T>(Mine + Stride);
    V = loadValue<T>(Mine + 2 * Stride);
  }
  uint64_t Begin = 0, End = 0;
  // The first round warms.
#pragma unroll 1
  for (unsigned Round = 0; Round < 2; ++Round) {
    __syncthreads();
    Begin = readClock();
#pragma unroll 1
    for (uint32_t Pass = 0; Pass < Passes; ++Pass)
#pragma unroll
      for (unsigned Place = 0; Place < Links; ++Place)
        linkStreams<Op, Count>(X, Y, Z, W, V, Place);
    End = readClock();
  }
  if (threadIdx.x % WarpSize == 0) {
    Clocks[threadIdx.x / WarpSize * 2] = Begin;
    Clocks[threadIdx.x / WarpSize * 2 + 1] = End;
  }
  uint32_t Folded = 0;
#pragma unroll
  for (unsigned K = 0; K < Count; ++K)
    Folded ^= foldValue(X[K]);
  Sink[threadIdx.x] = Folded;
}

template <typename Op, unsigned Links>
__global__ void chainLinks(const uint32_t *First, uint32_t Passes,
                           unsigned WarpSize, uint64_t *Clocks,
                           uint32_t *Sink) {
  timeLinks<Op, 1, Links>(First, Passes, WarpSize, Clocks, Sink);
}

template <typename Op, unsigned Links>
__global__ void GPUPERF_BOUNDS(1024)
    streamLinks(const uint32_t *First, uint32_t Passes, unsigned WarpSize,
                uint64_t *Clocks, uint32_t *Sink) {
  timeLinks<Op, StreamCount, Links>(First, Passes, WarpSize, Clocks, Sink);
}

/// Memory that all operations of a benchmark use.
struct OperationMemory {
  static constexpr unsigned MaxThreads = Emulated ? 256 : 1024;
  DeviceArray<uint64_t> Clocks{2 * MaxThreads};
  DeviceArray<uint32_t> Sink{MaxThreads};
};

using LinksKernel = void (*)(const uint32_t *, uint32_t, unsigned, uint64_t *,
                             uint32_t *);

/// Cycles from the first warp's begin to the last one's end, per sample.
inline std::vector<double> blockCycles(LinksKernel Kernel, unsigned Warps,
                                       unsigned WarpSize, uint32_t Passes,
                                       unsigned Samples,
                                       const DeviceArray<uint32_t> &First,
                                       const OperationMemory &Memory) {
  std::vector<double> Cycles;
  for (unsigned I = 0; I < Samples; ++I) {
    launch(Kernel, {dim3(1), dim3(Warps * WarpSize)}, First.data(), Passes,
           WarpSize, Memory.Clocks.data(), Memory.Sink.data());
    std::vector<uint64_t> Clocks = Memory.Clocks.host();
    uint64_t Begin = Clocks[0], End = Clocks[1];
    for (unsigned W = 1; W < Warps; ++W) {
      Begin = std::min(Begin, Clocks[2 * W]);
      End = std::max(End, Clocks[2 * W + 1]);
    }
    Cycles.push_back(double(End - Begin));
  }
  return Cycles;
}

/// Whether this GPU and this backend have the operation.
template <typename Op> bool hasOperation(const Context &Ctx) {
  return Op::Supported &&
         (Ctx.Device.Backend == "hip" || hasSm(Ctx.Device, Op::Facts.MinSm));
}

/// What the threads of a launch begin with.
template <typename Op> std::vector<uint32_t> firstValues() {
  std::vector<uint32_t> Host;
  for (unsigned I = 0; I < OperationMemory::MaxThreads * FirstValues; ++I) {
    Words<typename Op::Value> Both{Op::first(I % FirstValues)};
    Host.insert(Host.end(), Both.Word, Both.Word + Both.Count);
  }
  return Host;
}

/// The emulation needs no long run to be exact.
inline uint32_t passesOf(const Context &Ctx) {
  return Emulated ? 1 : Ctx.pick(256u, 64u);
}
inline unsigned samplesOf(const Context &Ctx) {
  return Emulated ? 2 : Ctx.pick(7u, 3u);
}

/// The curve "latency.NAME": cycles per pass over the links of a pass.
template <typename Op>
void measureChain(Context &Ctx, const OperationMemory &Memory) {
  constexpr OperationFacts Facts = Op::Facts;
  constexpr unsigned Links = Facts.Links;
  DeviceArray<uint32_t> First(firstValues<Op>());
  uint32_t Passes = passesOf(Ctx);
  Series &Curve =
      Ctx.add(std::string("latency.") + Facts.Name, "links_per_pass",
              "cycles_per_pass", {{"steps_per_link", double(Facts.Steps)}});
  const std::pair<unsigned, LinksKernel> Chains[] = {
      {Links, chainLinks<Op, Links>},
      {2 * Links, chainLinks<Op, 2 * Links>},
      {4 * Links, chainLinks<Op, 4 * Links>}};
  for (const auto &[Length, Kernel] : Chains) {
    std::vector<double> Cycles =
        blockCycles(Kernel, 1, unsigned(Ctx.Device.WarpSize), Passes,
                    samplesOf(Ctx), First, Memory);
    for (double &C : Cycles)
      C /= Passes;
    Curve.Points.push_back(summarise(Length, Cycles));
  }
}

/// The curve "throughput.NAME": results per clock over the warps of a block.
template <typename Op>
void measureStreams(Context &Ctx, const OperationMemory &Memory) {
  constexpr OperationFacts Facts = Op::Facts;
  constexpr unsigned Long = Facts.Links, Short = Long / 2;
  DeviceArray<uint32_t> First(firstValues<Op>());
  uint32_t Passes = passesOf(Ctx);
  unsigned Samples = samplesOf(Ctx);
  unsigned WarpSize = unsigned(Ctx.Device.WarpSize);
  Series &Curve = Ctx.add(std::string("throughput.") + Facts.Name, "warps",
                          "results_per_clk_per_sm",
                          {{"streams_per_thread", double(StreamCount)},
                           {"results_per_step", Facts.Results / Facts.Steps}});
  if (*Facts.Row)
    Curve.Params.push_back({std::string("row.") + Facts.Row, 1});
  double Threads = Ctx.Device.MaxThreadsPerBlock;
  unsigned MaxWarps = unsigned(std::min(Threads > 0 ? Threads : 256.0,
                                        double(OperationMemory::MaxThreads)) /
                               WarpSize);
  // A quick run needs the saturated end only.
  for (unsigned Warps = Emulated || Ctx.Quick ? std::max(1u, MaxWarps / 2) : 1;
       Warps <= MaxWarps; Warps *= 2) {
    std::vector<double> InShort =
        blockCycles(streamLinks<Op, Short>, Warps, WarpSize, Passes, Samples,
                    First, Memory);
    std::vector<double> InLong = blockCycles(
        streamLinks<Op, Long>, Warps, WarpSize, Passes, Samples, First, Memory);
    double More = Facts.Results * Warps * WarpSize * StreamCount * Passes *
                  (Long - Short);
    std::vector<double> Rates;
    for (unsigned I = 0; I < Samples; ++I)
      if (InLong[I] > InShort[I])
        Rates.push_back(More / (InLong[I] - InShort[I]));
    if (!Rates.empty())
      Curve.Points.push_back(summarise(Warps, Rates));
  }
}

/// Both curves of one operation; none where this GPU lacks it.
template <typename Op>
void measureOperation(Context &Ctx, const OperationMemory &Memory) {
  if constexpr (Op::Supported)
    if (hasOperation<Op>(Ctx)) {
      measureChain<Op>(Ctx, Memory);
      measureStreams<Op>(Ctx, Memory);
    }
}

/// What a benchmark of this folder says where it found nothing.
inline void noteNothing(Context &Ctx) {
  if (Ctx.Found.empty())
    Ctx.Skipped = Ctx.Device.Arch + " has none of these operations as one "
                                    "instruction that this program knows";
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_INSTRUCTIONS_OPERATIONS_H
