//===- Plan.cpp - Sizes, blocks, and the order of the run -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Plan.h"
#include "benchmarks/accuracy/measure/Inputs.h"
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace gpuperf::measure {

int64_t Problem::operator[](const char *Name) const {
  for (const auto &[Key, Value] : Arguments)
    if (Key == Name)
      return Value;
  return 0;
}

std::string Problem::text() const {
  std::string Text;
  for (const auto &[Key, Value] : Arguments)
    Text += (Text.empty() ? "" : ";") + Key + "=" + std::to_string(Value);
  return Text;
}

namespace {

constexpr double MiB = 1 << 20;
constexpr int64_t MostThreads = 1024;
/// Kernels index with int.
constexpr int64_t MostElements = int64_t(1) << 28;

int64_t powerOfTwoUpTo(double Most) {
  int64_t Power = 1;
  while (double(Power) * 2 <= Most)
    Power *= 2;
  return Power;
}

int64_t ceilDiv(int64_t A, int64_t B) { return (A + B - 1) / B; }

Shape covering(Dim Block, int64_t Width, int64_t Height, int64_t Depth) {
  return {{unsigned(ceilDiv(Width, Block.X)),
           unsigned(ceilDiv(Height, Block.Y)),
           unsigned(ceilDiv(Depth, Block.Z))},
          Block,
          0};
}

/// Limits of every GPU since sm_30.
bool isLegal(const Shape &S) {
  return S.Block.count() >= 1 && S.Block.count() <= MostThreads &&
         S.Block.Z <= 64 && S.Grid.X >= 1 && S.Grid.X <= 0x7fffffffu &&
         S.Grid.Y >= 1 && S.Grid.Y <= 65535 && S.Grid.Z >= 1 &&
         S.Grid.Z <= 65535;
}

std::vector<Shape> shapesOf(const std::vector<Dim> &Blocks, int64_t Width,
                            int64_t Height, int64_t Depth) {
  std::vector<Shape> Shapes;
  for (Dim Block : Blocks) {
    Shape S = covering(Block, Width, Height, Depth);
    if (isLegal(S))
      Shapes.push_back(S);
  }
  return Shapes;
}

std::vector<Dim> lineBlocks(Effort E) {
  if (E != Effort::Full)
    return {{32}, {64}, {128}, {256}, {512}, {1024}};
  return {{32},  {64},  {96},  {128}, {160}, {192}, {224}, {256},
          {320}, {384}, {448}, {512}, {640}, {768}, {896}, {1024}};
}

} // namespace

int64_t countInL2(const Gpu &G, double Bytes) {
  if (G.Depth == Effort::Tiny)
    return 1024;
  double L2 = G.L2Bytes > 0 ? G.L2Bytes : 4 * MiB;
  return std::min(MostElements, powerOfTwoUpTo(L2 / 2 / Bytes));
}

int64_t countInDram(const Gpu &G, double Bytes) {
  if (G.Depth == Effort::Tiny)
    return 4096;
  double Want = std::max(4 * G.L2Bytes, 128 * MiB);
  // The next power of two above: L2 holds none of it from launch to launch.
  int64_t Count = powerOfTwoUpTo(2 * Want / Bytes - 1);
  if (G.FreeBytes > 0)
    Count = std::min(Count, powerOfTwoUpTo(G.FreeBytes / 4 / Bytes));
  return std::min(MostElements, Count);
}

int64_t sideOf(int64_t Count) {
  return powerOfTwoUpTo(std::sqrt(double(Count)) * (1 + 1e-12));
}

std::vector<Shape> lineShapes(int64_t Width, Effort E) {
  return shapesOf(lineBlocks(E), Width, 1, 1);
}

std::vector<Shape> planeShapes(int64_t Width, int64_t Height, Effort E) {
  std::vector<Dim> Blocks;
  if (E == Effort::Full) {
    for (unsigned X = 8; X <= 1024; X *= 2)
      for (unsigned Y = 1; Y <= 32; Y *= 2)
        if (X * Y >= 32 && X * Y <= MostThreads)
          Blocks.push_back({X, Y});
  } else {
    Blocks = {{8, 8},   {16, 16}, {32, 4},  {32, 8},
              {32, 32}, {64, 4},  {128, 1}, {256, 1}};
  }
  return shapesOf(Blocks, Width, Height, 1);
}

std::vector<Shape> cubeShapes(int64_t Width, int64_t Height, int64_t Depth,
                              Effort E) {
  std::vector<Dim> Blocks = {{32, 4, 1}, {32, 8, 1},  {8, 8, 8},
                             {64, 2, 2}, {128, 1, 1}, {32, 4, 4}};
  if (E == Effort::Full)
    for (Dim Block : {Dim{32, 1, 1}, Dim{64, 1, 1}, Dim{256, 1, 1},
                      Dim{32, 2, 2}, Dim{32, 4, 2}, Dim{16, 4, 4},
                      Dim{16, 8, 2}, Dim{8, 8, 4}, Dim{64, 4, 1}, Dim{64, 4, 2},
                      Dim{32, 8, 4}, Dim{4, 4, 4}, Dim{32, 16, 2}})
      Blocks.push_back(Block);
  return shapesOf(Blocks, Width, Height, Depth);
}

std::vector<Shape> stridedShapes(int64_t Count, int64_t PerThread, Effort E) {
  return lineShapes(ceilDiv(Count, PerThread), E);
}

std::vector<Shape> rowShapes(int64_t Rows, Effort E) {
  std::vector<Shape> Shapes;
  for (Dim Block : lineBlocks(E))
    Shapes.push_back({{unsigned(Rows)}, Block, 0});
  return Shapes;
}

std::vector<Shape> fixedShape(Dim Block, int64_t Width, int64_t Height,
                              int64_t OwnWidth, int64_t OwnHeight) {
  return {{{unsigned(ceilDiv(Width, OwnWidth)),
            unsigned(ceilDiv(Height, OwnHeight))},
           Block,
           0}};
}

Places checkedPlaces(uint64_t Count) {
  constexpr uint64_t All = 1024, AtEnds = 96, Spread = 320;
  Places At;
  if (Count <= All) {
    for (uint64_t I = 0; I < Count; ++I)
      At.push_back(I);
    return At;
  }
  for (uint64_t I = 0; I < AtEnds; ++I) {
    At.push_back(I);
    At.push_back(Count - 1 - I);
  }
  for (uint64_t I = 0; I < Spread; ++I)
    At.push_back((uint64_t(mixed(I, 77)) << 20 ^ mixed(I, 78)) % Count);
  std::sort(At.begin(), At.end());
  At.erase(std::unique(At.begin(), At.end()), At.end());
  return At;
}

std::string mismatch(const Places &At, const std::vector<double> &Got,
                     const std::vector<Wanted> &Want) {
  if (Got.size() != At.size() || Want.size() != At.size())
    return "not as many results as asked for";
  for (size_t I = 0; I < At.size(); ++I)
    // Written so that NaN on either side does not pass.
    if (!(std::abs(Got[I] - Want[I].Value) <= Want[I].Tolerance)) {
      char Text[160];
      std::snprintf(Text, sizeof(Text),
                    "element %llu is %.9g and must be %.9g +- %.3g",
                    static_cast<unsigned long long>(At[I]), Got[I],
                    Want[I].Value, Want[I].Tolerance);
      return Text;
    }
  return "";
}

Sampling samplingFor(double Us, Effort E) {
  if (E == Effort::Tiny)
    return {2, 2, 2};
  bool Full = E == Effort::Full;
  double Room = Full ? 40e3 : 10e3; // microseconds for each way of timing
  auto Times = [](double Count, unsigned Least, unsigned Most) {
    return unsigned(std::clamp(Count, double(Least), double(Most)));
  };
  Us = std::max(Us, 0.1);
  Sampling S;
  S.Samples = Times(Room / Us, 3, Full ? 15 : 7);
  S.Launches = Times((Full ? 2000 : 1000) / Us, 2, 200);
  S.BackToBackSamples =
      Times(Room / (Us * S.Launches), Us > 10e3 ? 1 : 3, Full ? 9 : 5);
  return S;
}

std::vector<Shape> profiledShapes(const std::vector<Shape> &Shapes) {
  std::vector<Shape> Chosen;
  auto Distance = [](const Shape &S) {
    return std::abs(std::log2(double(S.Block.count()) / 256));
  };
  auto Nearest = std::min_element(Shapes.begin(), Shapes.end(),
                                  [&](const Shape &A, const Shape &B) {
                                    return Distance(A) < Distance(B);
                                  });
  if (Nearest == Shapes.end())
    return Chosen;
  Chosen.push_back(*Nearest);
  auto Other = std::max_element(
      Shapes.begin(), Shapes.end(), [&](const Shape &A, const Shape &B) {
        auto Unlike = [&](const Shape &S) {
          return Distance(S) +
                 std::abs(std::log2(double(S.Block.X) / Nearest->Block.X));
        };
        return Unlike(A) < Unlike(B);
      });
  if (Other->Block.count() != Nearest->Block.count() ||
      Other->Block.X != Nearest->Block.X)
    Chosen.push_back(*Other);
  return Chosen;
}

std::string gpuName(const std::string &DriverName) {
  const std::string Maker = "NVIDIA ";
  const std::string Bare = DriverName.rfind(Maker, 0) == 0
                               ? DriverName.substr(Maker.size())
                               : DriverName;
#define DRIVER_NAME(Ours, Driver, MemoryGb)                                    \
  if (Bare == Driver)                                                          \
    return Ours;
#include "gpumodel/calibration/DriverNames.def"
  // One without a file: readable at least.
  std::string Name;
  for (char C : Bare)
    if (std::isalnum(static_cast<unsigned char>(C)))
      Name += char(std::tolower(static_cast<unsigned char>(C)));
    else if (!Name.empty() && Name.back() != '-')
      Name += '-';
  return Name;
}

std::string baseName(const std::string &Kernel) {
  return Kernel.substr(0, Kernel.find('<'));
}

std::vector<Sweep> planSweeps(const std::vector<Case> &Cases, const Gpu &G,
                              size_t Kernels,
                              const std::vector<std::string> &Only) {
  auto IsAsked = [&Only](const Case &C) {
    return Only.empty() ||
           std::any_of(Only.begin(), Only.end(), [&C](const std::string &Name) {
             return Name == C.Kernel || Name == baseName(C.Kernel) ||
                    Name == C.File || Name == C.Family;
           });
  };
  std::vector<Sweep> Sweeps;
  for (size_t Rank = 0, Found = 1; Found > 0; ++Rank) {
    Found = 0;
    for (size_t I = 0; I < std::min(Kernels, Cases.size()); ++I) {
      if (!IsAsked(Cases[I]))
        continue;
      std::vector<Problem> Sizes = Cases[I].Problems(G);
      if (Rank < Sizes.size()) {
        Sweeps.push_back({&Cases[I], Sizes[Rank]});
        ++Found;
      }
    }
  }
  return Sweeps;
}

} // namespace gpuperf::measure
