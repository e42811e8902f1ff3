//===- LaunchLimits.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictLaunch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace gpuperf;

namespace {
uint64_t asCount(const Fact &F) {
  return F.Value > 0 ? static_cast<uint64_t>(F.Value) : 0;
}

class Limits {
public:
  explicit Limits(std::vector<std::string> &Out) : Out(Out) {}

  /// Nothing is said of a limit that the GPU's file lacks.
  void atMost(llvm::StringRef What, uint64_t Asked, uint64_t Limit,
              llvm::StringRef Unit) {
    if (Limit != 0 && Asked > Limit)
      Out.push_back(
          llvm::formatv("{0} is {1}{2}; at most {3}", What, Asked, Unit, Limit)
              .str());
  }
  void atMost(llvm::StringRef What, uint64_t Asked, const OptFact &Limit,
              llvm::StringRef Unit) {
    if (Limit)
      atMost(What, Asked, asCount(*Limit), Unit);
  }
  void dimensions(llvm::StringRef What, const Dim3 &D, const Fact &X,
                  const Fact &Y, const Fact &Z, llvm::StringRef Unit) {
    const std::pair<char, std::pair<uint64_t, uint64_t>> Each[] = {
        {'x', {D.X, asCount(X)}},
        {'y', {D.Y, asCount(Y)}},
        {'z', {D.Z, asCount(Z)}}};
    for (auto &[Name, Pair] : Each) {
      const auto [Asked, Limit] = Pair;
      // Advice asks this of many launches, and nearly all of them are good.
      if (Asked != 0 && (Limit == 0 || Asked <= Limit))
        continue;
      std::string Label = llvm::formatv("{0} dimension {1}", What, Name);
      if (Asked == 0)
        Out.push_back(Label + " is zero; at least 1");
      else
        atMost(Label, Asked, Limit, Unit);
    }
  }

private:
  std::vector<std::string> &Out;
};
} // namespace

std::vector<std::string>
gpuperf::launchLimitViolations(const KernelSummary &Kernel, const Launch &L,
                               const GpuModel &Gpu) {
  std::vector<std::string> Out;
  Limits Check(Out);
  const ArchModel &Arch = Gpu.Arch;
  Check.dimensions("block", L.Block, Arch.MaxBlockX, Arch.MaxBlockY,
                   Arch.MaxBlockZ, " threads");
  // One cause, one sentence: a side that is too long makes the block too large.
  const bool SideTooLong = !Out.empty();
  Check.dimensions("grid", L.Grid, Arch.MaxGridX, Arch.MaxGridY, Arch.MaxGridZ,
                   " blocks");
  const uint64_t Threads = L.Block.count();
  if (Threads == 0)
    return Out;
  if (!SideTooLong)
    Check.atMost("the block's size", Threads, asCount(Arch.MaxThreadsPerBlock),
                 " threads");
  if (Kernel.MaxThreadsPerBlockBound != 0)
    Check.atMost("the block's size under the kernel's __launch_bounds__",
                 Threads, Kernel.MaxThreadsPerBlockBound, " threads");

  const uint64_t WarpSize = std::max<uint64_t>(asCount(Arch.WarpSize), 1);
  const uint64_t Warps = L.warpsPerBlock(WarpSize);
  // Where the threads are too many already, the warps say nothing new.
  if (Threads <= asCount(Arch.MaxThreadsPerBlock))
    Check.atMost("the block's number of warps", Warps,
                 asCount(Arch.MaxWarpsPerSm), "");

  // Static arrays never get more than the default; dynamic ones may, if the
  // program opts in.
  Check.atMost("static shared memory", Kernel.StaticSharedBytes,
               Arch.SharedPerBlockDefaultBytes, " bytes");
  uint64_t Shared;
  if (__builtin_add_overflow(Kernel.StaticSharedBytes, L.DynamicSharedBytes,
                             &Shared))
    Shared = ~uint64_t(0);
  Check.atMost("shared memory, static and dynamic,", Shared,
               Arch.SharedPerBlockOptinBytes ? Arch.SharedPerBlockOptinBytes
                                             : Arch.SharedPerBlockDefaultBytes,
               " bytes");

  return Out;
}

std::optional<std::string>
gpuperf::registerLimitRisk(const KernelSummary &Kernel, const Launch &L,
                           const GpuModel &Gpu) {
  const ArchModel &Arch = Gpu.Arch;
  const double Registers = Kernel.RegistersPerThread.Lo;
  const OptFact &Limit =
      Arch.RegistersPerBlock ? Arch.RegistersPerBlock : Arch.RegistersPerSm;
  const uint64_t Threads = L.Block.count();
  if (Registers < 1 || !Limit || Threads == 0 ||
      Threads > asCount(Arch.MaxThreadsPerBlock) ||
      (Kernel.MaxThreadsPerBlockBound != 0 &&
       Threads <= Kernel.MaxThreadsPerBlockBound))
    return std::nullopt;
  const uint64_t WarpSize = std::max<uint64_t>(asCount(Arch.WarpSize), 1);
  const uint64_t Warps = L.warpsPerBlock(WarpSize);
  const uint64_t Unit =
      Arch.RegisterAllocationUnit
          ? std::max<uint64_t>(asCount(*Arch.RegisterAllocationUnit), 1)
          : 1;
  const uint64_t PerWarp = static_cast<uint64_t>(Registers) * WarpSize;
  const uint64_t PerBlock = Arch.RegistersAllocatedPerBlock
                                ? llvm::alignTo(PerWarp * Warps, Unit)
                                : llvm::alignTo(PerWarp, Unit) * Warps;
  if (PerBlock <= asCount(*Limit))
    return std::nullopt;
  if (Kernel.RegistersFrom == RegisterSource::Object)
    return llvm::formatv("{0} threads x {1} registers, as {2} has them, exceed "
                         "the {3} of a block; __launch_bounds__({0}) makes it "
                         "fit",
                         Threads, static_cast<uint64_t>(Registers),
                         Kernel.RegistersOf, asCount(*Limit))
        .str();
  return llvm::formatv("{0} threads x {1} registers, as clang compiles the "
                       "kernel, exceed the {2} of a block; nvcc's count "
                       "decides, and __launch_bounds__({0}) makes it fit",
                       Threads, static_cast<uint64_t>(Registers),
                       asCount(*Limit))
      .str();
}
