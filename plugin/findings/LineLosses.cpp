//===- LineLosses.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/LineLosses.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/OtherSizes.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace gpuperf;

/// The launch at each of the other sizes, predicted.
static std::vector<GpuAnswer>
answersAtOtherSizes(const LaunchAnswer &Answer, const GpuAnswer &On,
                    const GpuModel &Gpu, const HostBindings &Assume,
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
static bool isAmong(llvm::ArrayRef<LineFinding> Others, const LineFinding &F) {
  return llvm::any_of(Others, [&](const LineFinding &O) {
    return O.Where == F.Where || (F.Block != NoId && O.Block == F.Block) ||
           llvm::any_of(F.Accesses, [&](AccessId Id) {
             return llvm::is_contained(O.Accesses, Id);
           });
  });
}

namespace {
/// Tells whether what costs in a launch on a GPU costs at other sizes as well.
/// The other sizes are predicted when the first finding asks.
class OtherSizesOfLaunch {
public:
  OtherSizesOfLaunch(const LaunchAnswer &Answer, const GpuAnswer &On,
                     const GpuModel &Gpu, const HostBindings &Assume,
                     const PredictOptions &Predict, FindLineCosts Find)
      : Answer(Answer), On(On), Gpu(Gpu), Assume(Assume), Predict(Predict),
        Find(Find) {}

  bool confirm(const LineFinding &Found) {
    if (!AtOthers)
      AtOthers = findAtOthers();
    return llvm::all_of(
        *AtOthers, [&](const auto &Others) { return isAmong(Others, Found); });
  }

private:
  using Findings = std::vector<LineFinding>;

  std::vector<Findings> findAtOthers() const {
    std::vector<Findings> Out;
    for (GpuAnswer &Other :
         answersAtOtherSizes(Answer, On, Gpu, Assume, Predict))
      Out.push_back(Find(Answer, Other, Gpu));
    // Where sizes are open and none of the others can be predicted, there is
    // nothing to compare with: an empty list confirms no finding.
    if (Out.empty() && hasOpenSizes(Answer, Assume))
      Out.emplace_back();
    return Out;
  }

  const LaunchAnswer &Answer;
  const GpuAnswer &On;
  const GpuModel &Gpu;
  const HostBindings &Assume;
  const PredictOptions &Predict;
  const FindLineCosts Find;
  std::optional<std::vector<Findings>> AtOthers; ///< one per other size
};
} // namespace

/// Where the costly text stands: in the inlined function, or in the kernel
/// where that one is not the user's. Invalid if neither is.
static SourceLocation userLocationOf(const SourceManager &SM,
                                     const KernelSummary &Kernel,
                                     const LineFinding &Found) {
  for (SourceLine Line : {Found.Inner, Found.Where}) {
    const SourceLocation Where = locationOf(SM, Kernel, Line);
    if (Where.isValid() && !SM.isInSystemHeader(Where))
      return Where;
  }
  return SourceLocation();
}

std::vector<LineLoss> gpuperf::findLineLosses(const FileAnalysis &File,
                                              const HostBindings &Assume,
                                              const SourceManager &SM,
                                              double MinGainPercent,
                                              FindLineCosts Find) {
  PredictOptions Predict; // by our own model, whichever is shown
  Predict.Memo = File.Predict.Memo;
  // By file and line: two accesses on one line are one finding.
  llvm::MapVector<std::pair<FileID, unsigned>, LineLoss> ByLine;
  for (const LaunchAnswer &Answer : File.Launches)
    for (size_t I = 0; I < Answer.PerGpu.size(); ++I) {
      const GpuAnswer &On = Answer.PerGpu[I];
      const GpuModel &Gpu = File.Gpus[I];
      if (!On.P || !On.Kernel)
        continue;
      OtherSizesOfLaunch Others(Answer, On, Gpu, Assume, Predict, Find);
      for (LineFinding &Found : Find(Answer, On, Gpu)) {
        if (!(Found.gainPercent() >= MinGainPercent) || !Others.confirm(Found))
          continue;
        const SourceLocation Where = userLocationOf(SM, *On.Kernel, Found);
        if (Where.isInvalid())
          continue;
        auto [At, Offset] = SM.getDecomposedLoc(Where);
        LineLoss &Loss = ByLine[{At, SM.getLineNumber(At, Offset)}];
        if (Loss.Launches == 0 || Loss.Launch != &Answer)
          ++Loss.Launches;
        if (Loss.Found.Text.empty() ||
            Found.gainPercent() > Loss.Found.gainPercent()) {
          Loss.Where = Where;
          Loss.Launch = &Answer;
          Loss.On = &On;
          Loss.Found = std::move(Found);
        }
      }
    }
  std::vector<LineLoss> Out;
  for (auto &[Line, Loss] : ByLine)
    Out.push_back(std::move(Loss));
  return Out;
}
