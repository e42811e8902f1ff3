//===- Sampling.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Sampling.h"
#include <cmath>

using namespace gpuperf;

IndexSamples gpuperf::sampleRange(uint64_t Count, unsigned Most) {
  IndexSamples Out;
  if (Count <= std::max(Most, 1u)) {
    for (uint64_t I = 0; I < Count; ++I)
      Out.push_back({I, 1});
    return Out;
  }
  auto N = static_cast<double>(Count);
  if (Most <= 1) {
    Out.push_back({Count / 2, N});
    return Out;
  }
  if (Most == 2) { // the last is where guards cut
    Out.push_back({(Count - 1) / 2, N - 1});
    Out.push_back({Count - 1, 1});
    return Out;
  }
  Out.push_back({0, 1});
  double Inner = N - 2; // members 1 .. Count - 2
  if (Most == 3) {
    Out.push_back({1 + static_cast<uint64_t>((Inner - 1) / 2), Inner});
  } else {
    // Gauss points of as many equal parts as samples allow in pairs.
    unsigned Parts = std::max(1u, (Most - 2) / 2);
    double Width = Inner / Parts;
    for (unsigned P = 0; P < Parts; ++P)
      for (double Sign : {-1.0, 1.0}) {
        double X = (P + 0.5) * Width + Sign * Width / (2 * std::sqrt(3.0));
        auto I = static_cast<uint64_t>(std::clamp(X, 0.0, Inner - 1));
        Out.push_back({1 + I, Width / 2});
      }
  }
  Out.push_back({Count - 1, 1});
  return Out;
}

/// How much more work a block does than its neighbour at a step: what a guard
/// lets go ends after some ten instructions.
static constexpr double StepFactor = 2;

static bool differ(double A, double B) {
  return std::max(A, B) > StepFactor * std::max(std::min(A, B), 1.0);
}

std::optional<uint64_t>
gpuperf::findStep(llvm::ArrayRef<IndexSample> Line,
                  llvm::function_ref<double(uint64_t)> Value) {
  if (Line.size() < 2)
    return std::nullopt;
  double Before = Value(Line.front().Index);
  for (size_t I = 1; I < Line.size(); ++I) {
    const double After = Value(Line[I].Index);
    if (!differ(Before, After)) {
      Before = After;
      continue;
    }
    uint64_t Low = Line[I - 1].Index, High = Line[I].Index;
    double AtLow = Before, AtHigh = After;
    while (High - Low > 1) {
      const uint64_t Middle = Low + (High - Low) / 2;
      const double At = Value(Middle);
      const bool IsLow = std::abs(At - AtLow) <= std::abs(At - AtHigh);
      (IsLow ? Low : High) = Middle;
      (IsLow ? AtLow : AtHigh) = At;
    }
    // The guard may cut the block at the step itself.
    if (differ(AtLow, AtHigh))
      return High;
    return std::nullopt;
  }
  return std::nullopt;
}

IndexSamples gpuperf::sampleSides(uint64_t Count, uint64_t Step,
                                  unsigned MostBefore, unsigned MostAfter) {
  IndexSamples Out = sampleRange(Step, MostBefore);
  for (IndexSample S : sampleRange(Count - Step, MostAfter))
    Out.push_back({Step + S.Index, S.Weight});
  return Out;
}

IndexSamples gpuperf::sampleWarps(uint64_t Count, unsigned Most,
                                  uint64_t Period) {
  /// Patterns with a longer period are not followed.
  constexpr uint64_t LongestPeriod = 16;
  if (Period <= 1 || Period > LongestPeriod || Count <= Period ||
      Count <= std::max(Most, 2u) || Most <= 1)
    return sampleRange(Count, Most);
  // Goes through parts of the block, and takes from each part the next of the
  // places that a warp can have in a row.
  uint64_t N = Most >= Period ? Most / Period * Period : Most;
  uint64_t Turns = Most >= Period ? N / Period : 1;
  uint64_t Places = N / Turns;
  uint64_t Rows = (Count + Period - 1) / Period;
  IndexSamples Out;
  for (uint64_t P = 0; P < Places; ++P) {
    // There are fewer samples than places, so only every second or third place
    // is sampled.
    uint64_t First = P * Period / Places, End = (P + 1) * Period / Places;
    uint64_t Place = (First + End - 1) / 2;
    uint64_t Stood = 0; // warps at the places that it stands for
    for (uint64_t At = First; At < End; ++At)
      Stood += (Count - At + Period - 1) / Period;
    uint64_t Own = (Count - Place + Period - 1) / Period;
    for (uint64_t T = 0; T < Turns; ++T) {
      double Within =
          (static_cast<double>(P) + 0.5) / static_cast<double>(Places);
      double Row = (static_cast<double>(T) + Within) /
                   static_cast<double>(Turns) * static_cast<double>(Rows);
      uint64_t R = std::min(static_cast<uint64_t>(Row), Own - 1);
      Out.push_back({Place + R * Period,
                     static_cast<double>(Stood) / static_cast<double>(Turns)});
    }
  }
  return Out;
}

IndexSamples gpuperf::sampleIterations(llvm::ArrayRef<uint64_t> Trips,
                                       unsigned Most, unsigned MostParts) {
  IndexSamples Out;
  if (Trips.size() > MostParts)
    return Out;
  uint64_t From = 0;
  for (uint64_t To : Trips) {
    if (To == From)
      continue;
    for (IndexSample S : sampleRange(To - From, Most))
      Out.push_back({From + S.Index, S.Weight});
    From = To;
  }
  return Out;
}

GridLines gpuperf::sampleLines(const Dim3 &Grid, unsigned Most) {
  unsigned Dimensions = (Grid.X > 1) + (Grid.Y > 1) + (Grid.Z > 1);
  constexpr unsigned Many = 7; // of a line: 27 of a cube
  unsigned Per = Dimensions <= 1                   ? Most
                 : Dimensions == 2 || Most >= Many ? 3
                                                   : 2;
  Per = std::min(Per, std::max(Most, 1u));
  return {sampleRange(Grid.X, Per), sampleRange(Grid.Y, Per),
          sampleRange(Grid.Z, Per)};
}

/// The members of a range that each sample stands for: its neighbours on both
/// sides, so many that all samples together have all.
static llvm::SmallVector<Interval, 8> neighbours(const IndexSamples &Line) {
  llvm::SmallVector<Interval, 8> Out;
  double Before = 0;
  for (const IndexSample &S : Line) {
    const double After = Before + S.Weight;
    Out.push_back({static_cast<uint64_t>(std::floor(Before)),
                   static_cast<uint64_t>(std::ceil(After))});
    Before = After;
  }
  return Out;
}

BlockSamples gpuperf::blocksAt(const GridLines &Lines) {
  const auto &[LineX, LineY, LineZ] = Lines;
  const auto OfX = neighbours(LineX), OfY = neighbours(LineY),
             OfZ = neighbours(LineZ);
  BlockSamples Out;
  for (size_t Z = 0; Z < LineZ.size(); ++Z)
    for (size_t Y = 0; Y < LineY.size(); ++Y)
      for (size_t X = 0; X < LineX.size(); ++X)
        Out.push_back({{LineX[X].Index, LineY[Y].Index, LineZ[Z].Index},
                       LineX[X].Weight * LineY[Y].Weight * LineZ[Z].Weight,
                       {OfX[X], OfY[Y], OfZ[Z]}});
  return Out;
}

BlockSamples gpuperf::sampleBlocks(const Dim3 &Grid, unsigned Most) {
  return blocksAt(sampleLines(Grid, Most));
}
