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
#include "plugin/findings/host/HostCopies.h"
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
  double InsteadUs = 0; ///< of what takes its place
  LaunchesTime Kernels; ///< of one iteration
  double Bytes = 0;
  bool IsKnown = true;        ///< no size or block was assumed
  bool IsReset = false;       ///< a kernel may change the array on the GPU
  bool IsSurelyReset = false; ///< likewise, and writes it by its own name

  /// That is saved, at the least.
  double share() const {
    return std::max(LeastUs - InsteadUs, 0.0) / (LeastUs + Kernels.MostUs);
  }
};

static bool isIn(llvm::ArrayRef<RepeatedCopy::Use> Uses,
                 const clang::CallExpr *Launch, uint32_t Param) {
  return llvm::any_of(Uses, [&](const RepeatedCopy::Use &U) {
    return U.Launch == Launch && U.Param == Param;
  });
}

namespace {
/// Whether a kernel of the loop makes the copy necessary: it writes the array
/// that is copied to or, where pointers could be exchanged, reads the other.
enum class Needed { No, Perhaps, Yes };
} // namespace

static Needed neededByKernels(const RepeatedCopy &Copy,
                              llvm::ArrayRef<TimedLaunch> Launches) {
  Needed Out = Needed::No;
  if (Copy.What == Kind::OnGpuAlready)
    return Out;
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
      // It may be a place in any array.
      if (A.Base == Access::BaseKind::Unknown)
        Out = Needed::Perhaps;
      if (A.Base == Access::BaseKind::Argument &&
          isIn(Copy.What == Kind::Swapped ? Copy.GetFrom : Copy.GetTo, L.Call,
               A.BaseIndex))
        return Needed::Yes;
    }
  return Out;
}

/// Bytes of the array To: those that the launches touch, or where the copy is
/// of all that is allocated, these.
static double bytesOf(const RepeatedCopy &Copy,
                      llvm::ArrayRef<AskedLaunch> Asked,
                      llvm::ArrayRef<TimedLaunch> Launches,
                      const ASTContext &Ctx) {
  if (const auto Written = writtenBytes(*Copy.Copy, Ctx))
    return *Written;
  double Most = 0;
  for (const auto &[L, As] : llvm::zip_equal(Launches, Asked))
    for (const RepeatedCopy::Use &U : Copy.GetTo) {
      if (U.Launch != L.Call)
        continue;
      Most = std::max(Most, touchedBytesOf(U.Param, *L.Kernel, L.P.Profile));
      // What an open size decides is another one for each that is tried.
      const auto &Allocated =
          L.IsAssumed ? As.Answer->Bound.FixedBytes : L.Asked.PointerBytes;
      if (Copy.CopiesAll && U.Param < Allocated.size())
        Most = std::max(Most, static_cast<double>(Allocated[U.Param]));
    }
  return Most;
}

/// Of a copy on the GPU, which reads and writes all bytes, or of cudaMemset,
/// which only writes them.
static double onGpuUs(double Bytes, bool Reads, const GpuModel &Gpu,
                      Launch Like) {
  Like.Conditions.How = Timing::BackToBack;
  const double LeastUs = launchTime(Gpu, Like, true).FloorUs;
  auto Rates = memoryRates(Gpu, 0.5);
  if (!Rates) {
    llvm::consumeError(Rates.takeError());
    return LeastUs;
  }
  const double Moved = Reads ? 2 * Bytes : Bytes;
  const bool StaysInL2 = Gpu.L2Bytes && Moved < Gpu.L2Bytes->Value;
  const double BytesPerClk =
      StaysInL2 ? Rates->L2BytesPerClk.Value : Rates->DramBytesPerClk.Value;
  return std::max(LeastUs, Moved / (BytesPerClk * Rates->ClockMhz));
}

std::optional<RepeatedCopyCheck::Cost>
RepeatedCopyCheck::costOf(const RepeatedCopy &Copy, const FileAnalysis &File,
                          const WithGuessedBlocks *Guessed) const {
  const auto Asked = askedLaunches(Copy.Launches, File, Assume, Guessed);
  auto Of = [&](size_t Gpu, llvm::ArrayRef<TimedLaunch> Launches) {
    std::optional<Cost> Out;
    const Needed ByKernels = neededByKernels(Copy, Launches);
    if (ByKernels != Needed::No && Copy.What != Kind::NeverChanged)
      return Out;
    Cost &C = Out.emplace();
    C.Gpu = Gpu;
    C.Bytes = bytesOf(Copy, Asked, Launches, *Ctx);
    C.IsReset = ByKernels != Needed::No;
    C.IsSurelyReset = ByKernels == Needed::Yes;
    if (C.IsReset)
      C.InsteadUs = onGpuUs(C.Bytes, !Copy.IsZero, File.Gpus[Gpu],
                            Launches.front().Asked);
    if (Copy.What == Kind::Swapped) {
      C.CopyUs = C.LeastUs =
          onGpuUs(C.Bytes, true, File.Gpus[Gpu], Launches.front().Asked);
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

std::string RepeatedCopyCheck::resetNote(const RepeatedCopy &Copy,
                                         const Cost &C) {
  const std::string To = Copy.To->getNameAsString(),
                    From = Copy.From->getNameAsString();
  const std::string HowLong =
      C.IsKnown ? ", in about " + formatTimeUs(C.InsteadUs) : "";
  if (Copy.IsZero)
    return "'" + From + "' holds zeros: cudaMemset clears '" + To +
           "' on the GPU" + HowLong;
  return "a kernel of the loop " +
         std::string(C.IsSurelyReset ? "changes" : "may change") + " '" + To +
         "', and the copy resets it: "
         "copy '" +
         From + "' once to a second array on the GPU and '" + To +
         "' from there" + HowLong +
         "; where all its bytes are the same, such as zeros, cudaMemset needs "
         "no second array";
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
    Note(C->IsReset ? resetNote(Copy, *C)
                    : "copy it once, in front of the loop: no kernel of the "
                      "loop writes '" +
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
