//===- SizeAdvice.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/SizeAdvice.h"
#include "analysis/advice/Plausible.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;

namespace {
/// How many sizes are looked at. They are spread evenly over the logarithm.
constexpr unsigned Samples = 6;
constexpr unsigned BisectionSteps = 5;

using OnAll = std::vector<Prediction>; ///< by target

/// Predictions of one launch on all GPUs; nothing where one has none.
std::optional<OnAll> predictAll(llvm::ArrayRef<AdviceTarget> Targets,
                                const std::optional<Launch> &L,
                                const PredictOptions &Options,
                                std::string *WhyNot) {
  if (!L)
    return std::nullopt;
  OnAll Out;
  for (const AdviceTarget &T : Targets) {
    auto P = predictLaunch(*T.Kernel, *L, *T.Gpu, Options);
    if (P) {
      Out.push_back(std::move(*P));
      continue;
    }
    std::string Why = llvm::toString(P.takeError());
    if (WhyNot)
      *WhyNot = std::move(Why);
    return std::nullopt;
  }
  return Out;
}

bool isPlausibleOnAll(llvm::ArrayRef<AdviceTarget> Targets, const OnAll &On) {
  for (size_t G = 0; G < Targets.size(); ++G)
    if (!isPlausible(*Targets[G].Kernel, On[G], *Targets[G].Gpu))
      return false;
  return true;
}

SizePoint compare(uint64_t Size, const OnAll &Asked, const OnAll &To,
                  double MinGainPercent) {
  SizePoint Out;
  Out.Size = Size;
  for (size_t G = 0; G < Asked.size(); ++G) {
    const Change C{speedupOfLaunch(Asked[G], To[G])};
    Out.Gains |= C.isGain(MinGainPercent);
    Out.Slower |= C.Speedup.Value * NoLoss < 1;
    if (G == 0 || C.Speedup.Value < Out.To.Speedup.Value) {
      Out.Gpu = G;
      Out.To = C;
      Out.AskedUs = Asked[G].TimeUs.Value;
      Out.TimeUs = To[G].TimeUs.Value;
    }
  }
  Out.Gains &= !Out.Slower;
  return Out;
}

/// Some sizes and shapes that people write.
std::vector<Dim3> fewBlocks(llvm::ArrayRef<AdviceTarget> Targets,
                            const Launch &L) {
  std::vector<Dim3> Out;
  for (const AdviceTarget &T : Targets) {
    const bool Flat = isFlat(*T.Kernel, L);
    for (const Dim3 &B : candidateBlocks(*T.Kernel, L, *T.Gpu)) {
      const uint64_t Threads = B.count();
      const bool Written =
          Flat ? llvm::is_contained({64u, 128u, 192u, 256u, 384u, 512u, 1024u},
                                    Threads)
               : B.X >= 16 && B.Z <= 4 && (Threads == 128 || Threads == 256);
      if (Written && B != L.Block && !llvm::is_contained(Out, B))
        Out.push_back(B);
    }
  }
  return Out;
}

uint64_t twoDigits(double Size) {
  const double Unit = std::pow(10, std::floor(std::log10(Size)) - 1);
  return static_cast<uint64_t>(
      std::llround(std::round(Size / Unit) * std::max(Unit, 0.1)));
}

std::vector<uint64_t> sizesOf(SizeRange R) {
  std::vector<uint64_t> Out;
  const double Ratio = double(R.Most) / double(R.Least);
  for (unsigned I = 0; I < Samples; ++I) {
    const double S =
        double(R.Least) * std::pow(Ratio, double(I) / (Samples - 1));
    const uint64_t Size =
        I + 1 == Samples ? R.Most : static_cast<uint64_t>(std::llround(S));
    if (Out.empty() || Size > Out.back())
      Out.push_back(Size);
  }
  return Out;
}

/// The part of the range of sizes in which a block gains. Nowhere if that is
/// too small a part, or if it is not one connected part.
SizeAdvice judge(llvm::ArrayRef<SizePoint> Points) {
  SizeAdvice A;
  const size_t N = Points.size();
  size_t Gains = 0, First = N, Last = 0;
  bool Slower = false;
  for (size_t I = 0; I < N; ++I) {
    Slower |= Points[I].Slower;
    if (!Points[I].Gains)
      continue;
    ++Gains;
    First = std::min(First, I);
    Last = I;
  }
  // A gain at one size alone may come from a step of the model.
  if (Gains < 2)
    return A;
  // Time over size has steps, so that a size in between may gain a little less
  // than is asked for.
  const size_t Between = Last - First + 1;
  const bool NoneBetween =
      llvm::none_of(Points.slice(First, Between),
                    [](const SizePoint &P) { return P.Slower; }) &&
      3 * Gains >= 2 * Between;
  if (!Slower && NoneBetween && Between == N)
    A.Where = SizeAdvice::Holds::Everywhere;
  else if (NoneBetween && First == 0 && Last + 1 < N)
    A.Where = SizeAdvice::Holds::Below;
  else if (NoneBetween && Last + 1 == N && First > 0)
    A.Where = SizeAdvice::Holds::From;
  return A;
}
} // namespace

SizeAdvice gpuperf::adviseOverSizes(llvm::ArrayRef<AdviceTarget> Targets,
                                    const Dim3 &AskedBlock, LaunchOfSize Derive,
                                    SizeRange Range,
                                    const AdviceOptions &Options) {
  SizeAdvice None;
  if (Targets.empty() || Range.Least == 0 || Range.Most <= Range.Least) {
    None.WhyNot = Targets.empty() ? "no GPU is named" : "no range of sizes";
    return None;
  }
  auto Predict = [&](const Dim3 &Block, uint64_t Size,
                     std::string *WhyNot = nullptr) {
    return predictAll(Targets, Derive(Block, Size), Options.Predict, WhyNot);
  };
  // Sizes that cannot be launched, such as too large a grid, are left out.
  struct SizeAsked {
    uint64_t Size;
    double Threads;
    OnAll On;
  };
  std::vector<SizeAsked> Asked;
  None.WhyNot = "the launch does not follow from the size";
  for (uint64_t Size : sizesOf(Range)) {
    const std::optional<Launch> L = Derive(AskedBlock, Size);
    auto P = predictAll(Targets, L, Options.Predict, &None.WhyNot);
    if (P && isPlausibleOnAll(Targets, *P))
      Asked.push_back({Size,
                       static_cast<double>(L->Grid.count()) *
                           static_cast<double>(L->Block.count()),
                       std::move(*P)});
  }
  if (Asked.size() < 3)
    return None;
  None.WhyNot.clear();

  const bool Counted = llvm::all_of(Targets, [](const AdviceTarget &T) {
    return T.Kernel->RegistersPerThread.Lo == T.Kernel->RegistersPerThread.Hi;
  });
  auto HoldsForRegistersAt = [&](uint64_t Size, const Dim3 &Block) {
    if (Counted)
      return true;
    const std::optional<Launch> From = Derive(AskedBlock, Size),
                                To = Derive(Block, Size);
    const std::optional<OnAll> Before = Predict(AskedBlock, Size),
                               After = Predict(Block, Size);
    if (!From || !To || !Before || !After)
      return false;
    std::vector<Change> Changes;
    for (size_t G = 0; G < Targets.size(); ++G)
      Changes.push_back({speedupOfLaunch((*Before)[G], (*After)[G])});
    return holdsForAllRegisters(Targets, *From, *To, Changes, Options);
  };
  SizeAdvice Best;
  double BestScore = 0;
  const std::optional<Launch> Largest = Derive(AskedBlock, Asked.back().Size);
  for (const Dim3 &Block : fewBlocks(Targets, *Largest)) {
    std::vector<SizePoint> Points;
    std::string Reason;
    for (const auto &[Size, Threads, On] : Asked) {
      auto P = Predict(Block, Size);
      if (!P || (Options.SameWorkOnly && !doSameWork(On.front(), P->front())))
        break;
      Points.push_back(compare(Size, On, *P, Options.MinGainPercent));
      Points.back().Threads = Threads;
      // Of the largest size: what small launches gain by is another thing.
      if (Points.back().Gains)
        Reason = reasonOfGain(On.front(), P->front());
    }
    if (Points.size() != Asked.size())
      continue;
    SizeAdvice A = judge(Points);
    if (A.Where == SizeAdvice::Holds::Nowhere)
      continue;
    // The mean gain of a user who knows nothing of the size.
    double Score = 0;
    A.LeastSpeedup = HUGE_VAL;
    auto Gains = [](const SizePoint &P) { return P.Gains; };
    const auto First = llvm::find_if(Points, Gains);
    const auto Behind = llvm::find_if(llvm::reverse(Points), Gains).base();
    for (const SizePoint &P : llvm::make_range(First, Behind)) {
      if (P.Gains)
        Score += std::log(P.To.Speedup.Value);
      A.LeastSpeedup = std::min(A.LeastSpeedup, P.To.Speedup.Value);
      A.MostSpeedup = std::max(A.MostSpeedup, P.To.Speedup.Value);
    }
    // Advice that holds at every size is preferred to one that gains slightly
    // more.
    if (A.Where == SizeAdvice::Holds::Everywhere)
      Score *= 1.25;
    if (Score <= BestScore || !HoldsForRegistersAt((Behind - 1)->Size, Block))
      continue;
    BestScore = Score;
    Best = std::move(A);
    Best.Block = Block;
    Best.Points = std::move(Points);
    Best.Reason = std::move(Reason);
  }
  if (Best.Where != SizeAdvice::Holds::Below &&
      Best.Where != SizeAdvice::Holds::From)
    return Best;

  // The crossover lies between the last size that gains and the first that does
  // not, or the other way round.
  const bool Below = Best.Where == SizeAdvice::Holds::Below;
  auto GainsAt = [](const SizePoint &P) { return P.Gains; };
  size_t In = Below ? Best.Points.size() - 1 -
                          (llvm::find_if(llvm::reverse(Best.Points), GainsAt) -
                           llvm::reverse(Best.Points).begin())
                    : llvm::find_if(Best.Points, GainsAt) - Best.Points.begin();
  const size_t Outside = Below ? In + 1 : In - 1;
  for (size_t I = 0; I < Best.Points.size(); ++I)
    if (Below ? I > In : I < In)
      Best.SlowerBeyond |= Best.Points[I].Slower;
  double Gains = double(Best.Points[In].Size),
         GainsNot = double(Best.Points[Outside].Size);
  for (unsigned Step = 0; Step < BisectionSteps; ++Step) {
    const auto Middle =
        static_cast<uint64_t>(std::llround(std::sqrt(Gains * GainsNot)));
    auto Before = Predict(AskedBlock, Middle),
         After = Predict(Best.Block, Middle);
    const bool Does =
        Before && After &&
        compare(Middle, *Before, *After, Options.MinGainPercent).Gains;
    (Does ? Gains : GainsNot) = double(Middle);
  }
  Best.Crossover = twoDigits(Gains);
  if (auto L = Derive(AskedBlock, Best.Crossover))
    Best.CrossoverThreads = static_cast<double>(L->Grid.count()) *
                            static_cast<double>(L->Block.count());
  return Best;
}
