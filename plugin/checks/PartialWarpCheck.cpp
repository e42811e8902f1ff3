//===- PartialWarpCheck.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/PartialWarpCheck.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/WorstGpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

namespace gpuperf {

/// Whether a block of less than a warp is worth a warning: with a whole warp,
/// the launch would be faster on some GPU.
static bool isSlow(const LaunchAnswer &Answer, const FileAnalysis &File,
                   const PartialWarp &Found, double MinGainPercent) {
  const Launch &L = *Answer.Bound.L;
  // Which dimension would grow is not known.
  if (L.Block.Y * L.Block.Z != 1)
    return true;
  bool Any = false;
  for (size_t G = 0; G < Answer.PerGpu.size(); ++G) {
    const GpuAnswer &On = Answer.PerGpu[G];
    if (!On.P || !On.Kernel)
      continue;
    Any = true;
    auto Whole =
        timeWithBlocksOf(Found.LargerBlock, *On.Kernel, On.Asked, File.Gpus[G]);
    if (Whole &&
        Whole->Value <= On.P->TimeUs.Value * (1 - MinGainPercent / 100))
      return true;
  }
  return !Any;
}

/// Idle lanes cost time where issuing instructions is what takes it.
static bool isBoundByInstructions(const GpuAnswer &On) {
  if (!On.P)
    return true;
  switch (On.P->BoundBy) {
  case Bound::Dram:
  case Bound::L2:
  case Bound::L1:
  case Bound::Latency:
  case Bound::Launch:
  case Bound::Atomic:
  case Bound::Barrier:
    return false;
  default:
    return true;
  }
}

void PartialWarpCheck::report(const LaunchAnswer &Answer,
                              const FileAnalysis &File) {
  if (!Answer.IdleLanes)
    return;
  const PartialWarp &Found = *Answer.IdleLanes;
  if (Answer.Bound.L->Block.count() == 1) {
    reportSingleThreads(Answer, File);
    return;
  }
  const auto DependsOnBlock = [](const GpuAnswer &On) {
    return On.Kernel && !On.Kernel->Independence.Proven &&
           !On.Kernel->Independence.ProvenIfUnchanged;
  };
  const bool Tied = llvm::any_of(Answer.PerGpu, DependsOnBlock);
  // A block of less than a warp is intended where the kernel is written for
  // that block, such as the last step of a reduction or a template with the
  // size as its parameter. It is only reported for a kernel that computes the
  // same with any block.
  if (Found.SmallerBlock == 0 &&
      (Tied || !isSlow(Answer, File, Found, MinGainPercent)))
    return;
  if (Tied && llvm::none_of(Answer.PerGpu, isBoundByInstructions))
    return;
  // One thread short of a multiple, as where the last one was left out.
  constexpr double LeastIdle = 0.01;
  if (double(Found.IdleLanes) < LeastIdle * double(Found.LargerBlock))
    return;
  // Another block is only proposed where the result stays the same.
  std::string Act =
      Tied ? "the kernel is written for this block"
      : Found.SmallerBlock == 0
          ? llvm::formatv("a block of {0} fills it", Found.LargerBlock).str()
          : llvm::formatv("{0} or {1} fill every warp", Found.SmallerBlock,
                          Found.LargerBlock)
                .str();
  diag(Answer.Site.Where,
       "block size %0 of '%1' is not a multiple of the warp size %2: %3 of %4 "
       "lanes (%5) idle in every block; %6")
      << formatDim(Answer.Bound.L->Block) << Answer.Site.KernelName
      << Found.WarpSize << static_cast<unsigned>(Found.IdleLanes)
      << static_cast<unsigned>(Found.LargerBlock)
      << formatPercent(double(Found.IdleLanes) / double(Found.LargerBlock))
      << Act;
  for (const GpuAnswer &On : Answer.PerGpu)
    if (DependsOnBlock(On)) {
      const clang::SourceLocation At = tieToBlock(*SM, *On.Kernel);
      diag(At.isValid() ? At : Answer.Site.Where,
           "this ties the kernel to its block: %0", clang::DiagnosticIDs::Note)
          << On.Kernel->Independence.Reason;
      return;
    }
}

void PartialWarpCheck::reportSingleThreads(const LaunchAnswer &Answer,
                                           const FileAnalysis &File) {
  if (!gridIsGiven(Answer))
    return;
  constexpr uint64_t UsualBlock = 256;
  const uint64_t Threads =
      std::min(UsualBlock, llvm::bit_floor(Answer.Bound.L->Grid.X));
  struct Loss {
    Estimate TimeUs, WithoutUs;
  };
  auto Find = [&](const GpuAnswer &On,
                  const GpuModel &Gpu) -> std::optional<Loss> {
    const auto Time =
        timeIfBlocksWereThreads(Threads, *On.Kernel, On.Asked, Gpu);
    constexpr double LeastSavedUs = 1;
    if (!Time || On.P->TimeUs.Value - Time->Value < LeastSavedUs)
      return std::nullopt;
    return Loss{On.P->TimeUs, *Time};
  };
  const auto Worst = worstGpu(Answer, File.Gpus, MinGainPercent, Find);
  if (!Worst)
    return;
  speakOf(*Worst->On);
  const unsigned WarpSize = Answer.IdleLanes->WarpSize;
  diag(Answer.Site.Where,
       "blocks of 1 thread leave %0 of %1 lanes idle in every warp of '%2': %3 "
       "of its time on %4")
      << WarpSize - 1 << WarpSize << Answer.Site.KernelName
      << formatPercent(Worst->GainPercent / 100) << Worst->On->Gpu;
  auto Note = [&](const std::string &Text) {
    diag(Answer.Site.Where, "%0", clang::DiagnosticIDs::Note) << Text;
  };
  Note(llvm::formatv("let a thread do what a block does: 'blockIdx.x * "
                     "blockDim.x + threadIdx.x' instead of 'blockIdx.x', in "
                     "blocks of {0}, with a guard for the threads behind the "
                     "last element",
                     Threads));
  Note(llvm::formatv("predicted {0} -> {1} with blocks of {2}",
                     formatTimeUs(Worst->Found.TimeUs.Value),
                     formatTimeUs(Worst->Found.WithoutUs.Value), Threads));
}

} // namespace gpuperf
