//===- OccupancyCheck.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/OccupancyCheck.h"
#include "analysis/advice/launches/IdleSms.h"
#include "analysis/advice/launches/OccupancyAdvice.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/WorstGpu.h"
#include "llvm/Support/FormatVariadic.h"

using llvm::formatv;

namespace gpuperf {

/// What limits the occupancy, and what would raise it.
static std::string describeStep(const OccupancyAdvice &A) {
  switch (A.Limiter) {
  case OccupancyLimiter::Registers:
    return formatv("{0} registers per thread; {1} would allow {2}", A.Now,
                   A.Then, A.WarpsThen);
  case OccupancyLimiter::SharedMemory:
    return formatv("{0} of shared memory per block; {1} would let {2} blocks "
                   "run instead of {3}",
                   formatBytes(A.Now), formatBytes(A.Then), A.BlocksThen,
                   A.BlocksPerSm);
  default:
    return formatv("at most {0} blocks per SM; blocks of {1} threads instead "
                   "of {2} would allow {3}",
                   A.BlocksPerSm, A.Then, A.Now, A.WarpsThen);
  }
}

static const char *act(OccupancyLimiter L) {
  switch (L) {
  case OccupancyLimiter::Registers:
    return "keep fewer values alive at a time, or bound the kernel with "
           "__launch_bounds__ (gpuperf-launch-bounds judges the spills)";
  case OccupancyLimiter::SharedMemory:
    return "make the shared arrays smaller, or reuse one for two purposes";
  default:
    return "the kernel computes the same with a larger block";
  }
}

void OccupancyCheck::report(const LaunchAnswer &Answer,
                            const FileAnalysis &File) {
  reportIdleSms(Answer, File);
  // Room for more blocks matters to a grid that has them.
  if (!Answer.Bound.BlockKnown || !gridIsGiven(Answer))
    return;
  auto Step = [&](const GpuAnswer &On, const GpuModel &Gpu) {
    return adviseOccupancy(*On.Kernel, On.Asked, Gpu, *On.P);
  };
  const auto Loss = worstGpu(Answer, File.Gpus, MinGainPercent, Step);
  if (!Loss)
    return;
  const GpuAnswer *On = Loss->On;
  const OccupancyAdvice &Worst = Loss->Found;
  diag(Answer.Site.Where,
       "'%0' keeps %1 of %2 warps on an SM of %3, limited by %4: %5 of its "
       "time")
      << Answer.Site.KernelName << Worst.WarpsPerSm << Worst.MaxWarpsPerSm
      << On->Gpu << describeStep(Worst)
      << formatPercent(Loss->GainPercent / 100);
  auto Note = [&](const std::string &Text) {
    diag(Answer.Site.Where, "%0", clang::DiagnosticIDs::Note) << Text;
  };
  Note(act(Worst.Limiter));
  Note(formatv("predicted {0} -> {1} with {2} warps",
               formatTimeUs(Worst.TimeUs.Value),
               formatTimeUs(Worst.WithoutUs.Value), Worst.WarpsThen));
}

/// "1 block of '", "12 blocks of '".
static std::string blocksOf(uint64_t N) {
  return formatv("{0} block{1} of '", N, N == 1 ? "" : "s");
}

/// Of the loop that more blocks can share.
static std::string describeShare(const IdleSms &I) {
  std::string Text = formatv(
      "its iterations do not need each other{0}: with {1} blocks instead of "
      "{2}, each thread does {3} of them",
      I.Hands == Carries::Sum ? " but for sums" : "", I.BlocksThen, I.Blocks,
      I.TripThen);
  if (I.Hands == Carries::Sum)
    Text += ", and atomics or a second kernel add up the parts (in another "
            "order, which may round differently)";
  return Text;
}

void OccupancyCheck::reportIdleSms(const LaunchAnswer &Answer,
                                   const FileAnalysis &File) {
  if (!Answer.Bound.BlockKnown || !gridIsGiven(Answer))
    return;
  auto Idle = [&](const GpuAnswer &On, const GpuModel &Gpu) {
    return findIdleSms(*On.Kernel, On.Asked, Gpu, *On.P);
  };
  const auto Loss = worstGpu(Answer, File.Gpus, MinGainPercent, Idle);
  if (!Loss)
    return;
  const IdleSms &Found = Loss->Found;
  const KernelSummary &Kernel = *Loss->On->Kernel;
  diag(Answer.Site.Where,
       "%0%1' leave%2 %3 of %4 SMs of %5 idle, %6: %7 of its time")
      << blocksOf(Found.Blocks) << Answer.Site.KernelName
      << (Found.Blocks == 1 ? "s" : "") << static_cast<unsigned>(Found.idle())
      << static_cast<unsigned>(Found.Sms) << Loss->On->Gpu
      << (Found.StridesByGrid
              ? std::string("and the kernel takes any grid")
              : formatv("and a loop in it runs {0} times in each thread",
                        Found.Trip)
                    .str())
      << formatPercent(Loss->GainPercent / 100);
  auto Note = [&](const std::string &Text, clang::SourceLocation At) {
    diag(At, "%0", clang::DiagnosticIDs::Note) << Text;
  };
  if (Found.StridesByGrid) {
    Note(
        formatv("it strides by the grid: {0} blocks do the same work; an array "
                "with an element per block or thread grows with them",
                Found.BlocksThen),
        Answer.Site.Where);
  } else {
    const KernelLoop &Loop = Kernel.Loops[Found.Loop];
    clang::SourceLocation At =
        locationOf(*SM, Kernel, lineToName(Loop.Where, Loop.Inner));
    Note(describeShare(Found), At.isValid() ? At : Answer.Site.Where);
  }
  Note(formatv("predicted {0} -> {1} with {2} blocks",
               formatTimeUs(Found.TimeUs.Value),
               formatTimeUs(Found.WithoutUs.Value), Found.BlocksThen),
       Answer.Site.Where);
}

} // namespace gpuperf
