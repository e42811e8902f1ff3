//===- RepeatedCopyCheck.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/host/RepeatedCopyCheck.h"
#include "analysis/advice/Plausible.h"
#include "analysis/models/LaunchTime.h"
#include "analysis/report/Wording.h"
#include "gpumodel/MemoryRates.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/findings/host/HostBus.h"
#include "plugin/findings/host/LoopLaunches.h"
#include "plugin/findings/host/RepeatedCopies.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace gpuperf {

using Kind = RepeatedCopy::Kind;

struct RepeatedCopyCheck::Cost {
  size_t Gpu = 0;
  double CopyUs = 0;    ///< of one copy, over the usual bus
  double LeastUs = 0;   ///< likewise, over the fastest
  LaunchesTime Kernels; ///< of one iteration
  double Bytes = 0;
  bool IsKnown = true; ///< no size or block was assumed

  /// At the least.
  double share() const { return LeastUs / (LeastUs + Kernels.MostUs); }
};

static bool isIn(llvm::ArrayRef<RepeatedCopy::Use> Uses,
                 const clang::CallExpr *Launch, uint32_t Param) {
  return llvm::any_of(Uses, [&](const RepeatedCopy::Use &U) {
    return U.Launch == Launch && U.Param == Param;
  });
}

/// Whether the kernels of the loop leave out what the copy is for.
static bool kernelsAllow(const RepeatedCopy &Copy,
                         llvm::ArrayRef<TimedLaunch> Launches) {
  if (Copy.What == Kind::OnGpuAlready)
    return true;
  for (const TimedLaunch &L : Launches)
    for (const Access &A : L.Kernel->Accesses) {
      if (A.Space == MemSpace::Shared || A.Space == MemSpace::Local)
        continue;
      const bool IsLoad = A.Kind == AccessKind::Load,
                 Matters = Copy.What == Kind::Swapped
                               ? IsLoad || A.Kind == AccessKind::Atomic
                               : !IsLoad;
      if (!Matters)
        continue;
      if (A.Base == Access::BaseKind::Unknown)
        return false;
      if (A.Base == Access::BaseKind::Argument &&
          isIn(Copy.What == Kind::Swapped ? Copy.GetFrom : Copy.GetTo, L.Call,
               A.BaseIndex))
        return false;
    }
  return true;
}

/// Bytes of the array To that the launches touch.
static double bytesOf(const RepeatedCopy &Copy,
                      llvm::ArrayRef<TimedLaunch> Launches) {
  double Most = 0;
  for (const TimedLaunch &L : Launches)
    for (const RepeatedCopy::Use &U : Copy.GetTo)
      if (U.Launch == L.Call)
        Most = std::max(Most, touchedBytesOf(U.Param, *L.Kernel, L.P.Profile));
  return Most;
}

/// Of a copy on the GPU, which reads and writes all bytes.
static double copyOnGpuUs(double Bytes, const GpuModel &Gpu, Launch Like) {
  Like.Conditions.How = Timing::BackToBack;
  const double LeastUs = launchTime(Gpu, Like, true).FloorUs;
  auto Rates = memoryRates(Gpu, 0.5);
  if (!Rates) {
    llvm::consumeError(Rates.takeError());
    return LeastUs;
  }
  const bool StaysInL2 = Gpu.L2Bytes && 2 * Bytes < Gpu.L2Bytes->Value;
  const double BytesPerClk =
      StaysInL2 ? Rates->L2BytesPerClk.Value : Rates->DramBytesPerClk.Value;
  return std::max(LeastUs, 2 * Bytes / (BytesPerClk * Rates->ClockMhz));
}

std::optional<RepeatedCopyCheck::Cost>
RepeatedCopyCheck::costOf(const RepeatedCopy &Copy, const FileAnalysis &File,
                          const WithGuessedBlocks *Guessed) const {
  const auto Asked = askedLaunches(Copy.Launches, File, Assume, Guessed);
  auto Of = [&](size_t Gpu, llvm::ArrayRef<TimedLaunch> Launches) {
    std::optional<Cost> Out;
    if (!kernelsAllow(Copy, Launches))
      return Out;
    Cost &C = Out.emplace();
    C.Gpu = Gpu;
    C.Bytes = bytesOf(Copy, Launches);
    if (Copy.What == Kind::Swapped) {
      C.CopyUs = C.LeastUs =
          copyOnGpuUs(C.Bytes, File.Gpus[Gpu], Launches.front().Asked);
    } else {
      C.CopyUs = C.Bytes / UsualBusBytesPerUs;
      C.LeastUs = C.Bytes / FastBusBytesPerUs;
    }
    C.Kernels = timeOf(Launches);
    C.IsKnown = C.Kernels.IsKnown;
    return Out;
  };
  return costOnWorstGpu(Asked, File, {FillingThreads, FillingThreads * 16}, Of,
                        [&](const Cost &C) {
                          return C.Bytes > 0 &&
                                 100 * C.share() >= MinGainPercent;
                        });
}

void RepeatedCopyCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  llvm::DenseSet<SourceLocation> Said;
  for (const FunctionDecl *F : launchingFunctions(File, *Ctx))
    for (const RepeatedCopy &Copy : repeatedCopies(*F)) {
      const SourceLocation Where =
          SM->getExpansionLoc(Copy.Copy->getBeginLoc());
      if (!Said.contains(Where) && reportCopy(Copy, File))
        Said.insert(Where);
    }
}

bool RepeatedCopyCheck::reportCopy(const RepeatedCopy &Copy,
                                   const FileAnalysis &File) {
  const std::optional<Cost> C = hereOrWithEveryBlock(
      [&](const WithGuessedBlocks *With) { return costOf(Copy, File, With); },
      [&]() -> auto & { return withGuessedBlocks(); },
      [](const Cost &A, const Cost &B) { return A.share() < B.share(); });
  if (!C)
    return false;
  const SourceLocation Where = SM->getExpansionLoc(Copy.Copy->getBeginLoc());
  const std::string &Gpu = File.Gpus[C->Gpu].Name;
  speakOf(File.Launches.front().PerGpu[C->Gpu]);
  const std::string To = Copy.To->getNameAsString(),
                    From = Copy.From->getNameAsString(),
                    Holder = Copy.Holder ? Copy.Holder->getNameAsString() : "";
  std::string Although;
  if (Copy.What == Kind::Swapped)
    Although = " on the GPU";
  std::string Why;
  if (Copy.What == Kind::NeverChanged)
    Why = ", where the host never changes it";
  else if (Copy.What == Kind::OnGpuAlready)
    Why = ", although '" + Holder + "' on the GPU holds the same";
  std::string HowMuch =
      C->IsKnown
          ? llvm::formatv("about {0} beside {1} of the launches on {2}",
                          formatTimeUs(C->CopyUs), formatTimeUs(C->Kernels.Us),
                          Gpu)
                .str()
          : llvm::formatv("at least {0} of what copy and launches take on {1}",
                          formatPercent(C->share()), Gpu)
                .str();
  diag(Where, "'%0' is copied to '%1'%2 in every iteration of this loop%3: %4")
      << From << To << Although << Why << HowMuch;
  auto Note = [&](const std::string &Text) {
    diag(Where, "%0", DiagnosticIDs::Note) << Text;
  };
  switch (Copy.What) {
  case Kind::NeverChanged:
    Note("copy it once, in front of the loop: no kernel of the loop writes '" +
         To + "'");
    break;
  case Kind::OnGpuAlready:
    Note(Copy.Holder == Copy.To
             ? "the host only reads '" + From +
                   "' after it came from there: copy it to the GPU once, in "
                   "front of the loop"
             : "hand '" + Holder + "' to the next launch instead of '" + To +
                   "': exchange the two pointers, or copy on the GPU; what the "
                   "host looks at still has to come back");
    break;
  case Kind::Swapped:
    Note("exchange the two pointers instead: no kernel of the loop reads '" +
         From +
         "'; elements that none of them writes, such as edges, have to "
         "be set once in both arrays");
    break;
  }
  if (Copy.What != Kind::Swapped)
    Note(llvm::formatv("{0}a copy between host and GPU is taken for {1} GB/s "
                       "({2} to {3} by bus and kind of memory)",
                       C->IsKnown ? formatBytes(C->Bytes) + "; " : "",
                       formatNumber(UsualBusBytesPerUs / 1e3),
                       formatNumber(SlowBusBytesPerUs / 1e3),
                       formatNumber(FastBusBytesPerUs / 1e3)));
  if (!C->IsKnown)
    Note(leastOfTriedSizes());
  return true;
}

} // namespace gpuperf
