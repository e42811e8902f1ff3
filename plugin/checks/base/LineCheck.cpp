//===- LineCheck.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/base/LineCheck.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/OtherSizes.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gpuperf {

SourceLocation LineCheck::locationOf(const KernelSummary &Kernel,
                                     SourceLine Line) const {
  if (Line.File >= Kernel.Files.size() || Line.Line == 0)
    return SourceLocation();
  auto File = SM->getFileManager().getOptionalFileRef(Kernel.Files[Line.File]);
  if (!File)
    return SourceLocation();
  return SM->translateFileLineCol(*File, Line.Line, std::max(Line.Column, 1u));
}

SourceLine LineCheck::lineIn(const KernelSummary &Kernel,
                             SourceLocation Where) const {
  SourceLine Out;
  auto Here = SM->getFileEntryRefForID(SM->getFileID(Where));
  for (uint32_t F = 0; Here && F < Kernel.Files.size(); ++F) {
    auto There = SM->getFileManager().getOptionalFileRef(Kernel.Files[F]);
    if (!There || *There != *Here)
      continue;
    Out.File = F;
    Out.Line = SM->getSpellingLineNumber(Where);
    Out.Column = SM->getSpellingColumnNumber(Where);
    break;
  }
  return Out;
}

namespace {
/// One launch with other sizes, predicted.
std::vector<GpuAnswer> atOtherSizes(const LaunchAnswer &Answer,
                                    const GpuAnswer &On, const GpuModel &Gpu,
                                    const HostBindings &Assume,
                                    const PredictOptions &Predict) {
  std::vector<GpuAnswer> Out;
  for (Launch &L : launchesAtOtherSizes(Answer, Assume)) {
    auto P = predictLaunch(*On.Kernel, L, Gpu, Predict);
    if (!P) {
      llvm::consumeError(P.takeError());
      continue;
    }
    GpuAnswer &Other = Out.emplace_back(On);
    Other.P = std::move(*P);
    Other.Asked = std::move(L);
  }
  return Out;
}

/// Whether one of \p Others is about the same text.
bool isAmong(llvm::ArrayRef<LineFinding> Others, const LineFinding &F) {
  return llvm::any_of(Others, [&](const LineFinding &O) {
    return O.Where == F.Where || (F.Block != NoId && O.Block == F.Block) ||
           llvm::any_of(F.Accesses, [&](AccessId Id) {
             return llvm::is_contained(O.Accesses, Id);
           });
  });
}

struct Worst {
  SourceLocation Where;
  LineFinding Found;
  const LaunchAnswer *Launch = nullptr;
  const GpuAnswer *On = nullptr;
  unsigned Launches = 0; ///< that lose by it
};
} // namespace

void LineCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  PredictOptions Predict; // by our own model
  Predict.Memo = File.Predict.Memo;
  // By file and line: two accesses on one line are one squiggle.
  llvm::MapVector<std::pair<FileID, unsigned>, Worst> ByLine;
  for (const LaunchAnswer &Answer : File.Launches)
    for (size_t I = 0; I < Answer.PerGpu.size(); ++I) {
      const GpuAnswer &On = Answer.PerGpu[I];
      if (!On.P || !On.Kernel)
        continue;
      // What the sizes that were assumed bring about is nobody's fault.
      std::optional<std::vector<std::vector<LineFinding>>> AtOthers;
      auto HoldsAtOthers = [&](const LineFinding &Found) {
        if (!AtOthers) {
          AtOthers.emplace();
          for (GpuAnswer &Other :
               atOtherSizes(Answer, On, File.Gpus[I], Assume, Predict))
            AtOthers->push_back(find(Answer, Other, File.Gpus[I]));
          // Nothing to compare with is no confirmation.
          if (AtOthers->empty() && hasOpenSizes(Answer, Assume))
            AtOthers->emplace_back();
        }
        return llvm::all_of(*AtOthers, [&](const auto &Others) {
          return isAmong(Others, Found);
        });
      };
      for (LineFinding &Found : find(Answer, On, File.Gpus[I])) {
        if (!(Found.gainPercent() >= MinGainPercent) || !HoldsAtOthers(Found))
          continue;
        // Where the costly text stands, unless that is somebody else's.
        SourceLocation Where = locationOf(*On.Kernel, Found.Inner);
        if (Where.isInvalid() || SM->isInSystemHeader(Where))
          Where = locationOf(*On.Kernel, Found.Where);
        if (Where.isInvalid() || SM->isInSystemHeader(Where))
          continue;
        auto [At, Offset] = SM->getDecomposedLoc(Where);
        Worst &W = ByLine[{At, SM->getLineNumber(At, Offset)}];
        if (W.Launches == 0 || W.Launch != &Answer)
          ++W.Launches;
        if (W.Found.Text.empty() ||
            Found.gainPercent() > W.Found.gainPercent()) {
          W.Where = Where;
          W.Launch = &Answer;
          W.On = &On;
          W.Found = std::move(Found);
        }
      }
    }
  for (auto &[Key, W] : ByLine) {
    {
      auto Diag = diag(W.Where, "%0: %1 of the time of '%2' on %3")
                  << W.Found.Text << formatPercent(W.Found.gainPercent() / 100)
                  << W.Launch->Site.KernelName << W.On->Gpu;
      addFix(Diag, W.Where, W.Found, *W.On);
    }
    for (const std::string &Note : W.Found.Notes)
      diag(W.Where, "%0", DiagnosticIDs::Note) << Note;
    diag(W.Launch->Site.Where,
         W.Launches > 1 ? "predicted %0 -> %1 in this launch, the worst of %2"
                        : "predicted %0 -> %1 in this launch",
         DiagnosticIDs::Note)
        << formatTimeUs(W.Found.TimeUs.Value)
        << formatTimeUs(W.Found.WithoutUs.Value) << W.Launches;
  }
}

} // namespace gpuperf
