//===- LoopLaunches.h - The launches of a host loop, timed ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_LOOPLAUNCHES_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_LOOPLAUNCHES_H

#include "plugin/analyze/FileAnalysis.h"
#include "plugin/findings/guessed/GuessedBlocks.h"

namespace gpuperf {

/// A launch and the values that are given for what its source leaves open.
struct AskedLaunch {
  const LaunchAnswer *Answer = nullptr;
  const HostBindings *Assume = nullptr;
  bool HasGuessedBlock = false;
};

/// The launches that \p Calls are, in their order; a launch without a block as
/// it is with \p Guessed, which may be null. Empty where one is not in the
/// file's analysis. The arguments have to outlive what is returned.
llvm::SmallVector<AskedLaunch, 4>
askedLaunches(llvm::ArrayRef<const clang::CallExpr *> Calls,
              const FileAnalysis &File, const HostBindings &Assume,
              const WithGuessedBlocks *Guessed);

/// The functions in which a loop may launch: those of the launches of \p File
/// and all of the main file and of the headers that have one of those, as a
/// loop may launch through a function that it calls. Empty where the host
/// launches nothing.
llvm::SmallVector<const clang::FunctionDecl *, 0>
launchingFunctions(const FileAnalysis &File, clang::ASTContext &Ctx);

/// What \p Of says of the file as it is, for which it gets null. Where that is
/// nothing, the least, by \p IsLess, of what it says with each block that
/// \p Guessed returns; nothing where it says nothing with one of them.
template <typename OfFn, typename GuessedFn, typename LessFn>
auto hereOrWithEveryBlock(OfFn Of, GuessedFn Guessed, LessFn IsLess) {
  auto Out = Of(nullptr);
  if (Out)
    return Out;
  for (const WithGuessedBlocks &With : Guessed()) {
    auto One = Of(&With);
    if (!One)
      return One;
    if (!Out || IsLess(*One, *Out))
      Out = std::move(One);
  }
  return Out;
}

/// A launch as it was predicted on one GPU.
struct TimedLaunch {
  const clang::CallExpr *Call = nullptr;
  const KernelSummary *Kernel = nullptr;
  Launch Asked;
  Prediction P;
  bool IsAssumed = false; ///< a size or the block was
  /// Of a grid that grows with an assumed size: its threads; 0 otherwise.
  double OpenThreads = 0;
};

/// \p Launches on \p Gpu, number \p Index of the file's. Where sizes are open,
/// grids that grow with them have \p Threads threads at least, and the launch
/// that takes longest of those that are tried is taken. Empty where one of them
/// has no time.
std::vector<TimedLaunch> timedLaunches(llvm::ArrayRef<AskedLaunch> Launches,
                                       size_t Index, const GpuModel &Gpu,
                                       uint64_t Threads);

/// What the launches of one iteration take together.
struct LaunchesTime {
  double Us = 0, MostUs = 0; ///< the latter at the ends of their bands
  bool IsKnown = true;       ///< no size or block was assumed
};
LaunchesTime timeOf(llvm::ArrayRef<TimedLaunch> Launches);

/// What an act beside \p Asked costs on the GPU where that is the largest share
/// of all; nothing where it is not worth a finding. \p CostOf tells it for the
/// launches as they are on one GPU, by its number in the file: an optional that
/// is empty where the launches do not allow the act, and that otherwise has a
/// share() and IsKnown. Where sizes are open, the least share of all
/// \p Threads counts.
template <typename CostFn, typename WorthFn>
auto costOnWorstGpu(llvm::ArrayRef<AskedLaunch> Asked, const FileAnalysis &File,
                    llvm::ArrayRef<uint64_t> Threads, CostFn CostOf,
                    WorthFn IsWorth) {
  using Cost = decltype(CostOf(size_t(), llvm::ArrayRef<TimedLaunch>()));
  Cost Out;
  for (size_t Gpu = 0; Gpu < File.Gpus.size(); ++Gpu) {
    Cost Least;
    for (uint64_t Some : Threads) {
      const auto Launches = timedLaunches(Asked, Gpu, File.Gpus[Gpu], Some);
      const Cost One = Launches.empty() ? Cost() : CostOf(Gpu, Launches);
      if (!One)
        return Cost();
      if (!Least || One->share() < Least->share())
        Least = One;
      if (One->IsKnown)
        break;
    }
    if (Least && IsWorth(*Least) && (!Out || Least->share() > Out->share()))
      Out = Least;
  }
  return Out;
}

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_LOOPLAUNCHES_H
