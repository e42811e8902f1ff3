//===- OtherSizes.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/OtherSizes.h"
#include "analysis/advice/Plausible.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/predict/ArrayArguments.h"
#include "analysis/predict/GuardedArguments.h"
#include "gpumodel/Occupancy.h"
#include "plugin/launch/OpenNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// Sizes of many kinds: large before small and small before large (one may be
/// divided by the next), with factors of two and without.
static constexpr int64_t Sizes[][8] = {{1000, 24, 509, 7, 96, 300, 56, 12},
                                       {96, 1531, 80, 640, 11, 1200, 9, 450},
                                       {8, 64, 768, 12, 256, 40, 16, 4},
                                       {11, 768, 64, 8, 40, 256, 100, 32}};

bool gpuperf::hasOpenSizes(const LaunchAnswer &Answer,
                           const HostBindings &Assume) {
  return !openNames(Answer.Site, Answer.Bound, Assume).empty();
}

/// LargeSize itself is there for each of the first two names.
static constexpr int64_t LargeSizes[][8] = {
    {4096, 512, 1000, 2048, 600, 800, 700, 900},
    {512, 4096, 2000, 640, 768, 1024, 900, 550},
    {1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024}};

/// As large as data gets that fits into a GPU, for each of the first two names.
static constexpr int64_t HugeSizes[][8] = {
    {int64_t(1) << 22, 64, 16, 8, 4, 4, 4, 4},
    {64, int64_t(1) << 22, 16, 8, 4, 4, 4, 4},
    {8192, 8192, 64, 16, 8, 4, 4, 4}};

static constexpr unsigned MostDoublings = 20;

static double threadsOf(const Launch &L) {
  return static_cast<double>(L.Grid.count()) *
         static_cast<double>(L.Block.count());
}

/// Makes \p Values smaller where the loops of the kernel would leave arrays of
/// fixed size; false where they do not.
static bool staysInArrays(const LaunchAnswer &Answer, const Launch &L,
                          llvm::ArrayRef<std::string> Open,
                          HostBindings &Values) {
  if (Answer.PerGpu.empty() || !Answer.PerGpu.front().Kernel)
    return true;
  auto OpenName = [&](unsigned I) -> std::optional<std::string> {
    if (I >= Answer.Site.Args.size())
      return std::nullopt;
    const LaunchArg &A = Answer.Site.Args[I];
    const HostExprNode *Unknown = A.Value ? asUnknown(A.Value) : nullptr;
    if (!Unknown || !llvm::is_contained(Open, Unknown->Name))
      return std::nullopt;
    return Unknown->Name;
  };
  const auto Limits =
      argumentsBeyondArrays(*Answer.PerGpu.front().Kernel, L, [&](unsigned I) {
        return OpenName(I).has_value();
      });
  for (const ArgumentLimit &Limit : Limits)
    Values[*OpenName(Limit.Index)].Integer = Limit.Most;
  return Limits.empty();
}

std::vector<std::string> gpuperf::openNamesOfGrid(const LaunchAnswer &Answer,
                                                  const HostBindings &Assume) {
  const std::vector<std::string> Open =
      openNames(Answer.Site, Answer.Bound, Assume);
  std::vector<std::string> OfGrid;
  for (const HostExpr &E : Answer.Site.Grid)
    for (std::string &Name : freeNames(E))
      if (llvm::is_contained(Open, Name) && !llvm::is_contained(OfGrid, Name))
        OfGrid.push_back(std::move(Name));
  return OfGrid;
}

/// Makes what the guards of the kernel compare with the index as large as the
/// grid of \p L, where the launch was bound so (takeSizesFromGrid): a grid that
/// a caller hands over and its guard belong together. False where nothing does.
static bool followsGrid(const LaunchAnswer &Answer, const Launch &L,
                        llvm::ArrayRef<std::string> Open,
                        HostBindings &Values) {
  if (Answer.PerGpu.empty() || !Answer.PerGpu.front().Kernel)
    return false;
  const std::vector<ArgValue> &Asked = Answer.Bound.L->Args;
  const size_t Count =
      std::min({Asked.size(), L.Args.size(), Answer.Site.Args.size()});
  Launch With = L;
  for (size_t I = 0; I < Count; ++I) {
    ArgValue Was = Asked[I];
    forEachScalar(Was, [&](uint32_t Offset, const ArgValue &Before) {
      ArgValue *Now = scalarAt(With.Args[I], Offset);
      if (Now && Before.From == Provenance::Grid)
        Now->From = Provenance::Unknown;
    });
  }
  takeArgumentsFromGrid(*Answer.PerGpu.front().Kernel, With);
  bool Any = false;
  for (size_t I = 0; I < Count; ++I)
    forEachScalar(Answer.Site.Args[I], [&](uint32_t Offset, const HostExpr &E) {
      const HostExprNode *Unknown = E ? asUnknown(E) : nullptr;
      const ArgValue *V = scalarAt(With.Args[I], Offset);
      if (!Unknown || !V || V->From != Provenance::Grid ||
          !llvm::is_contained(Open, Unknown->Name))
        return;
      Values[Unknown->Name].Integer = V->Integer;
      Any = true;
    });
  return Any;
}

/// The dynamic shared memory that a block may have: what every launch may ask
/// for, or as much as the launch at hand has.
static uint64_t mostDynamicShared(const LaunchAnswer &Answer) {
  const uint64_t Static = Answer.PerGpu.empty() || !Answer.PerGpu.front().Kernel
                              ? 0
                              : Answer.PerGpu.front().Kernel->StaticSharedBytes;
  constexpr uint64_t Most = SharedBytesWithoutOptIn;
  return std::max(Most - std::min(Most, Static),
                  Answer.Bound.L->DynamicSharedBytes);
}

/// Makes the names smaller that the size of the shared memory is made of, the
/// largest first, until a block has room for it. \p Keep: not these. False
/// where there is room.
static bool fitsShared(const LaunchAnswer &Answer, const HostBindings &Assume,
                       llvm::ArrayRef<std::string> Keep, HostBindings &Values) {
  const std::vector<std::string> Open =
      openNames(Answer.Site, Answer.Bound, Assume);
  std::vector<std::string> Of = freeNames(Answer.Site.DynamicSharedBytes);
  llvm::erase_if(Of, [&](const std::string &Name) {
    return !llvm::is_contained(Open, Name) || llvm::is_contained(Keep, Name);
  });
  if (Of.empty())
    return false;
  bool Any = false;
  constexpr unsigned MostHalvings = 64;
  for (unsigned Step = 0; Step < MostHalvings; ++Step) {
    const auto Bytes = evaluate(Answer.Site.DynamicSharedBytes, Values);
    if (!Bytes || Bytes->IsFloating || Bytes->Integer < 0 ||
        static_cast<uint64_t>(Bytes->Integer) <= mostDynamicShared(Answer))
      break;
    auto Largest =
        llvm::max_element(Of, [&](const std::string &A, const std::string &B) {
          return Values[A].Integer < Values[B].Integer;
        });
    if (Values[*Largest].Integer <= 1)
      break;
    Values[*Largest].Integer /= 2;
    Any = true;
  }
  return Any;
}

/// \p Fixed: names that keep the value \p Value. \p Threads: so many at least
/// where the grid grows with an open name.
static std::vector<Launch>
launchesAt(llvm::ArrayRef<const int64_t *> Sets, const LaunchAnswer &Answer,
           const HostBindings &Assume, llvm::ArrayRef<std::string> Fixed = {},
           int64_t Value = 0, uint64_t Threads = FillingThreads) {
  constexpr size_t InASet = 8;
  std::vector<Launch> Out;
  const std::vector<std::string> Open =
      openNames(Answer.Site, Answer.Bound, Assume);
  if (Open.empty())
    return Out;
  const Launch &Asked = *Answer.Bound.L;
  std::vector<std::string> OfGrid = openNamesOfGrid(Answer, Assume);
  llvm::erase_if(OfGrid, [&](const std::string &Name) {
    return llvm::is_contained(Fixed, Name) || usualSize(Name);
  });
  for (const int64_t *Set : Sets) {
    HostBindings Values = Assume;
    for (size_t I = 0; I < Open.size(); ++I)
      Values[Open[I]].Integer =
          llvm::is_contained(Fixed, Open[I])
              ? Value
              : usualSize(Open[I]).value_or(Set[I % InASet]);
    auto Bind = [&]() -> std::optional<Launch> {
      BoundLaunch Bound = bindLaunch(Answer.Site, Values);
      // A grid that the program cannot compute of these sizes, such as
      // 1 << 1000, is a guess that has nothing to do with them.
      if (!Bound.L || !(Bound.L->Block == Asked.Block) ||
          isGridGuessed(Answer.Site, Bound))
        return std::nullopt;
      return std::move(Bound.L);
    };
    std::optional<Launch> L = Bind();
    if (L && !staysInArrays(Answer, *L, Open, Values)) {
      if (llvm::any_of(Fixed, [&](const std::string &Name) {
            return Values[Name].Integer != Value;
          }))
        continue;
      L = Bind();
    }
    if (L && fitsShared(Answer, Assume, Fixed, Values))
      L = Bind();
    // A launch of a few threads says nothing of the kernel: the sizes in the
    // grid grow until it fills a GPU.
    for (unsigned Step = 0; Step < MostDoublings && !OfGrid.empty() && L &&
                            threadsOf(*L) < static_cast<double>(Threads);
         ++Step) {
      for (const std::string &Name : OfGrid)
        Values[Name].Integer *= 2;
      std::optional<Launch> Larger = Bind();
      if (!Larger || threadsOf(*Larger) < threadsOf(*L))
        break;
      // What is in the grid and in the shared memory of each block cannot be
      // so large.
      if (Larger->DynamicSharedBytes > L->DynamicSharedBytes &&
          Larger->DynamicSharedBytes > mostDynamicShared(Answer)) {
        L.reset();
        break;
      }
      L = std::move(Larger);
    }
    if (L && followsGrid(Answer, *L, Open, Values) &&
        llvm::none_of(Fixed, [&](const std::string &Name) {
          return Values[Name].Integer != Value;
        }))
      L = Bind();
    if (!L)
      continue;
    L->Conditions = Asked.Conditions;
    L->PointerBytes = Answer.Bound.FixedBytes;
    Out.push_back(std::move(*L));
  }
  return Out;
}

std::vector<Launch> gpuperf::launchesAtOtherSizes(const LaunchAnswer &Answer,
                                                  const HostBindings &Assume,
                                                  uint64_t Threads) {
  return launchesAt({Sizes[0], Sizes[1], Sizes[2], Sizes[3]}, Answer, Assume,
                    {}, 0, Threads);
}

std::vector<Launch> gpuperf::launchesWhere(const LaunchAnswer &Answer,
                                           const HostBindings &Assume,
                                           llvm::ArrayRef<std::string> Of,
                                           int64_t Value, uint64_t Threads) {
  // Where there are no other names, every set is the same.
  const bool Others =
      openNames(Answer.Site, Answer.Bound, Assume).size() > Of.size();
  const int64_t *All[] = {Sizes[0], Sizes[1], Sizes[2], Sizes[3]};
  return launchesAt(llvm::ArrayRef(All).take_front(Others ? 4 : 1), Answer,
                    Assume, Of, Value, Threads);
}

std::vector<Launch> gpuperf::launchesAtLargeSizes(const LaunchAnswer &Answer,
                                                  const HostBindings &Assume,
                                                  uint64_t Threads) {
  return launchesAt({LargeSizes[0], LargeSizes[1], LargeSizes[2]}, Answer,
                    Assume, {}, 0, Threads);
}

std::vector<Launch> gpuperf::launchesAtLongSizes(const LaunchAnswer &Answer,
                                                 const HostBindings &Assume,
                                                 int64_t From) {
  if (openNames(Answer.Site, Answer.Bound, Assume).size() != 1)
    return {};
  std::vector<Launch> Out;
  constexpr int64_t Most = 1 << 24, Step = 16;
  for (int64_t Size = From; Size <= Most; Size *= Step) {
    constexpr size_t InASet = 8;
    int64_t Set[InASet];
    llvm::fill(Set, Size);
    llvm::append_range(Out, launchesAt({Set}, Answer, Assume));
  }
  return Out;
}

std::vector<Launch> gpuperf::launchesAtHugeSizes(const LaunchAnswer &Answer,
                                                 const HostBindings &Assume) {
  return launchesAt({HugeSizes[0], HugeSizes[1], HugeSizes[2]}, Answer, Assume);
}

std::vector<std::string> gpuperf::namesIn(const ExprNode &N,
                                          const LaunchSite &Site) {
  const auto OfGrid = [&](size_t Dimension) {
    const HostExpr &E = Site.Grid[Dimension];
    return E ? freeNames(E) : std::vector<std::string>();
  };
  switch (N.Kind) {
  case ExprKind::Arg:
    return namesInArgument(Site, static_cast<size_t>(N.Imm), N.Aux);
  case ExprKind::NctaidX:
    return OfGrid(0);
  case ExprKind::NctaidY:
    return OfGrid(1);
  case ExprKind::NctaidZ:
    return OfGrid(2);
  default:
    return {};
  }
}

std::optional<double> gpuperf::leastOver(
    llvm::ArrayRef<Launch> Launches, const GpuAnswer &On, const GpuModel &Gpu,
    llvm::function_ref<double(const Launch &, const Prediction &)> Of) {
  std::optional<double> Least;
  for (const Launch &L : Launches) {
    const auto P = predictAsIf(*On.Kernel, L, Gpu, *On.P);
    if (!P || !isPlausible(*On.Kernel, *P, Gpu) || isMostlyLaunching(*P))
      continue;
    const double Here = Of(L, *P);
    Least = Least ? std::min(*Least, Here) : Here;
  }
  return Least;
}
