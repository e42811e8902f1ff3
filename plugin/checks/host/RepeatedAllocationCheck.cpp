//===- RepeatedAllocationCheck.cpp ----------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/host/RepeatedAllocationCheck.h"
#include "analysis/advice/Plausible.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/findings/host/HostBus.h"
#include "plugin/findings/host/HostCopies.h"
#include "plugin/findings/host/LoopLaunches.h"
#include "plugin/findings/host/RepeatedAllocations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace gpuperf {

/// What cudaMalloc and cudaFree of one array take, in microseconds. An
/// allocation of 4 to 512 KB was seen to take about 50 and a larger one more
/// (www.cs.virginia.edu/~mwb7w/cuda_support/memory_management_overhead.html, an
/// older GPU); freeing is taken for as much. The least is a wait for the GPU,
/// which cudaFree contains, where the driver still holds memory for the rest.
static constexpr double LeastPairUs = 10, UsualPairUs = 100, MostPairUs = 500;

/// What it takes at the least to end the GPU's context and to make it anew, in
/// microseconds: meant to be less than any driver needs. It decides whether to
/// speak; how long it takes is not told, because that differs from machine to
/// machine and no source says it.
static constexpr double LeastResetUs = 10000;

struct RepeatedAllocationCheck::Cost {
  size_t Gpu = 0;
  double Pairs = 0;
  bool Resets = false;  ///< the GPU, beside which the arrays are nothing
  LaunchesTime Kernels; ///< of one iteration
  double CopiesUs = 0;
  bool IsKnown = true; ///< no size or block was assumed

  double allocationUs() const {
    return Resets ? LeastResetUs : Pairs * UsualPairUs;
  }
  double shareOf(double Us) const {
    return Us / (Us + Kernels.MostUs + CopiesUs);
  }
  double share() const { return shareOf(allocationUs()); }
  /// Where sizes are known, with the fastest driver; otherwise with the usual
  /// one, and twice as much.
  bool isWorth(double Percent) const {
    const double LeastUs = Resets ? LeastResetUs : Pairs * LeastPairUs;
    return IsKnown ? 100 * shareOf(LeastUs) >= Percent
                   : 100 * share() >= 2 * Percent;
  }
};

std::optional<RepeatedAllocationCheck::Cost>
RepeatedAllocationCheck::costOf(const RepeatedAllocation &Of,
                                const FileAnalysis &File,
                                const WithGuessedBlocks *Guessed) const {
  const auto Asked = askedLaunches(Of.Launches, File, Assume, Guessed);
  auto CostOn = [&](size_t Gpu, llvm::ArrayRef<TimedLaunch> Launches) {
    std::optional<Cost> Out;
    // A kernel whose loops are guessed may take any time.
    if (llvm::any_of(Launches, [](const TimedLaunch &L) {
          return restsOnGuessedPaths(L.P);
        }))
      return Out;
    Cost &C = Out.emplace();
    C.Gpu = Gpu;
    C.Pairs = static_cast<double>(Of.Arrays.size());
    C.Resets = Of.Reset != nullptr;
    C.Kernels = timeOf(Launches);
    C.IsKnown = C.Kernels.IsKnown;
    C.CopiesUs = copiesUs(Of.Copies, *Ctx, Launches, UsualBusBytesPerUs);
    return Out;
  };
  return costOnWorstGpu(
      Asked, File, {FillingThreads, FillingThreads * 4}, CostOn,
      [&](const Cost &C) { return C.isWorth(MinGainPercent); });
}

void RepeatedAllocationCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  llvm::DenseSet<SourceLocation> Said;
  for (const FunctionDecl *F : launchingFunctions(File, *Ctx))
    for (const RepeatedAllocation &Of : repeatedAllocations(*F)) {
      const SourceLocation Where = SM->getExpansionLoc(
          (Of.Reset ? Of.Reset : Of.Arrays.front().Allocate)->getBeginLoc());
      if (!Said.contains(Where) && reportLoop(Of, File))
        Said.insert(Where);
    }
}

/// "'d_a'", "'d_a' and 'd_b'", "4 arrays". A function that is called twice
/// makes the same ones twice.
static std::string namesOf(const RepeatedAllocation &Of) {
  llvm::SmallSetVector<const ValueDecl *, 4> Arrays;
  for (const RepeatedAllocation::Array &A : Of.Arrays)
    Arrays.insert(A.Name);
  auto Name = [&](size_t I) {
    return "'" + Arrays[I]->getNameAsString() + "'";
  };
  switch (Arrays.size()) {
  case 1:
    return Name(0);
  case 2:
    return Name(0) + " and " + Name(1);
  case 3:
    return Name(0) + ", " + Name(1) + " and " + Name(2);
  default:
    return llvm::formatv("{0} arrays", Arrays.size()).str();
  }
}

void RepeatedAllocationCheck::reportReset(const Cost &C, SourceLocation Where) {
  auto Note = [&](const std::string &Text) {
    diag(Where, "%0", DiagnosticIDs::Note) << Text;
  };
  Note("call it behind the loop, or not at all, as the program's end does it: "
       "arrays that the loop allocates have to be freed then, and can stay "
       "from one iteration to the next");
  Note("how long a new context takes hangs on the driver, the GPU and what the "
       "program holds of code; an iteration here takes less");
  if (!C.IsKnown)
    Note(leastOfTriedSizes());
}

bool RepeatedAllocationCheck::reportLoop(const RepeatedAllocation &Of,
                                         const FileAnalysis &File) {
  const std::optional<Cost> C = hereOrWithEveryBlock(
      [&](const WithGuessedBlocks *With) { return costOf(Of, File, With); },
      [&]() -> auto & { return withGuessedBlocks(); },
      [](const Cost &A, const Cost &B) { return A.share() < B.share(); });
  if (!C)
    return false;
  const CallExpr *First = Of.Reset ? Of.Reset : Of.Arrays.front().Allocate;
  const SourceLocation Where = SM->getExpansionLoc(First->getBeginLoc());
  const SourceLocation LoopAt = SM->getExpansionLoc(Of.Loop->getBeginLoc());
  const bool IsInLoop = SM->isPointWithin(
      First->getBeginLoc(), Of.Loop->getBeginLoc(), Of.Loop->getEndLoc());
  speakOf(File.Launches.front().PerGpu[C->Gpu]);
  const unsigned Line = SM->getExpansionLineNumber(LoopAt);
  std::string Which = "this loop";
  if (!IsInLoop)
    Which = SM->getFileID(LoopAt) == SM->getFileID(Where)
                ? llvm::formatv("the loop on line {0}", Line).str()
                : llvm::formatv(
                      "the loop at {0}:{1}",
                      llvm::sys::path::filename(SM->getFilename(LoopAt)), Line)
                      .str();
  const std::string Beside =
      Of.Copies.empty() ? "the launches" : "the launches and copies";
  const std::string &Gpu = File.Gpus[C->Gpu].Name;
  if (Of.Reset) {
    const std::string Here =
        C->IsKnown ? llvm::formatv(", beside {0} of {1} on {2}",
                                   formatTimeUs(C->Kernels.Us + C->CopiesUs),
                                   Beside, Gpu)
                         .str()
                   : "";
    diag(Where, "every iteration of %0 resets the GPU, and the next one has to "
                "make its context and all arrays anew%1")
        << Which << Here;
    reportReset(*C, Where);
    return true;
  }
  const std::string HowMuch =
      C->IsKnown ? llvm::formatv("about {0} beside {1} of {2} on {3}",
                                 formatTimeUs(C->allocationUs()),
                                 formatTimeUs(C->Kernels.Us + C->CopiesUs),
                                 Beside, Gpu)
                       .str()
                 : llvm::formatv("about {0} of what they and {1} take on {2}",
                                 formatPercent(C->share()), Beside, Gpu)
                       .str();
  diag(Where, "every iteration of %0 allocates and frees %1: %2")
      << Which << namesOf(Of) << HowMuch;
  auto Note = [&](const std::string &Text) {
    diag(Where, "%0", DiagnosticIDs::Note) << Text;
  };
  const bool IsOne = Of.Arrays.size() == 1;
  Note(llvm::formatv("allocate {0} once in front of the loop{1} and free {0} "
                     "behind it; a larger array than an iteration needs serves "
                     "as well",
                     IsOne ? "it" : "them",
                     IsInLoop ? "" : ", hand the pointers to the function,"));
  Note(llvm::formatv(
      "'{0}' with its '{1}' is taken for {2} us ({3} to {4} by size and "
      "driver); the latter also waits for all that runs on the GPU",
      First->getDirectCallee()->getName(),
      Of.Arrays.front().Free->getDirectCallee()->getName(),
      formatNumber(UsualPairUs), formatNumber(LeastPairUs),
      formatNumber(MostPairUs)));
  if (!C->IsKnown)
    Note(leastOfTriedSizes());
  return true;
}

} // namespace gpuperf
