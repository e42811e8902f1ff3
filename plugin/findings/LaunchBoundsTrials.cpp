//===- LaunchBoundsTrials.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/LaunchBoundsTrials.h"
#include "plugin/findings/WorstGpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace gpuperf;

/// Each run of ptxas is about all kernels of the file once more.
static constexpr unsigned MostRuns = 2;

namespace {
/// A launch that would gain if ptxas kept within its bounds without spilling.
struct Trial {
  const LaunchAnswer *Launch = nullptr;
  const GpuAnswer *On = nullptr;
  const GpuModel *Gpu = nullptr;
  LaunchBounds Wanted;

  const PtxQuestion *compilation() const { return On->Compiled->Asked.get(); }
};
} // namespace

static bool haveOtherBlocks(const FileAnalysis &File, const LaunchAnswer &A) {
  return llvm::any_of(File.Launches, [&](const LaunchAnswer &B) {
    return B.Site.Kernel == A.Site.Kernel && B.Bound.L &&
           B.Bound.L->Block.count() != A.Bound.L->Block.count();
  });
}

/// Whether what ptxas makes of clang's code says something of the code that the
/// launch runs. Where the registers are nvcc's own, out of an object, clang's
/// code has to need as many, as the GPU allocates them: else it was unrolled in
/// another way, and so would be the code with bounds.
static bool canBeTried(const CompiledKernel &Kernel) {
  constexpr unsigned AllocatedTogether = 8;
  auto allocated = [](const RegisterUse &Use) {
    return llvm::alignTo(static_cast<uint64_t>(Use.PerThread.Value),
                         AllocatedTogether);
  };
  return !Kernel.Object || (Kernel.Ptxas && allocated(*Kernel.Ptxas) ==
                                                allocated(*Kernel.Object));
}

/// The first GPU on which bounds would be worth it if the registers could be
/// had.
static std::optional<Trial> trialOf(const LaunchAnswer &A,
                                    llvm::ArrayRef<GpuModel> Gpus,
                                    double MinGainPercent) {
  for (size_t I = 0; I < A.PerGpu.size(); ++I) {
    const GpuAnswer &On = A.PerGpu[I];
    if (!On.P || !On.Kernel || !On.Compiled || !On.Compiled->Asked ||
        !canBeTried(*On.Compiled))
      continue;
    if (auto Wanted =
            wantedBounds(*On.Kernel, On.Asked, Gpus[I], *On.P, MinGainPercent))
      return Trial{&A, &On, &Gpus[I], *Wanted};
  }
  return std::nullopt;
}

/// One trial per kernel; those of one compilation stand together, in order of
/// appearance.
static std::vector<Trial> trialsOf(const FileAnalysis &File,
                                   double MinGainPercent) {
  std::vector<Trial> Found;
  for (const LaunchAnswer &A : File.Launches) {
    if (!A.Bound.L || !A.Bound.BlockKnown || A.IsLight ||
        haveOtherBlocks(File, A))
      continue;
    const bool Known = llvm::any_of(Found, [&](const Trial &T) {
      return T.Launch->Site.Kernel == A.Site.Kernel;
    });
    if (Known)
      continue;
    if (auto T = trialOf(A, File.Gpus, MinGainPercent))
      Found.push_back(*T);
  }
  std::vector<Trial> Grouped;
  for (const Trial &First : Found)
    if (llvm::none_of(Grouped, [&](const Trial &T) {
          return T.compilation() == First.compilation();
        }))
      llvm::copy_if(Found, std::back_inserter(Grouped), [&](const Trial &T) {
        return T.compilation() == First.compilation();
      });
  return Grouped;
}

/// Asks ptxas about \p Trials, which are of one compilation.
static void runTrials(llvm::ArrayRef<Trial> Trials, double MinGainPercent,
                      std::vector<LaunchBoundsFinding> &Out) {
  const PtxQuestion &Asked = *Trials.front().compilation();
  std::string Ptx = Asked.Ptx;
  for (const Trial &T : Trials)
    if (std::string With = ptxWithBounds(Ptx, T.On->Kernel->Mangled, T.Wanted);
        !With.empty())
      Ptx = std::move(With);
  const RegisterReport Bounded = registersOfPtx(Ptx, Asked.Options);
  for (const Trial &T : Trials)
    for (const auto &[Mangled, Use] : Bounded) {
      if (Mangled != T.On->Kernel->Mangled)
        continue;
      auto Gain =
          gainOfBounds(*T.On->Kernel, T.On->Asked, *T.Gpu, *T.On->P, Use);
      if (Gain && savedPercent(Gain->TimeUs, Gain->WithoutUs) >= MinGainPercent)
        Out.push_back({T.Launch, T.On, T.Wanted, *Gain});
    }
}

std::vector<LaunchBoundsFinding>
gpuperf::tryLaunchBounds(const FileAnalysis &File, double MinGainPercent) {
  const std::vector<Trial> All = trialsOf(File, MinGainPercent);
  std::vector<LaunchBoundsFinding> Out;
  llvm::ArrayRef<Trial> Left = All;
  for (unsigned Run = 0; Run < MostRuns && !Left.empty(); ++Run) {
    const llvm::ArrayRef<Trial> Together = Left.take_while([&](const Trial &T) {
      return T.compilation() == Left.front().compilation();
    });
    runTrials(Together, MinGainPercent, Out);
    Left = Left.drop_front(Together.size());
  }
  return Out;
}
