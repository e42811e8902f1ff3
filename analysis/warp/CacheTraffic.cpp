//===- CacheTraffic.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/CacheTraffic.h"
#include "analysis/warp/Footprint.h"
#include "analysis/warp/Requests.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;

namespace {
/// Loops deeper than this are taken as one.
constexpr unsigned MaxNest = 8;

/// Accesses from one base with the same strides.
struct Group {
  Access::BaseKind Base = Access::BaseKind::Unknown;
  uint32_t BaseIndex = NoId;
  AffineForm Form;
  bool Affine = false;
  llvm::SmallVector<double, 8> Constants; ///< offsets of the members
  double ElementBytes = 4;
  llvm::SmallVector<LoopId, 4> Nest; ///< outermost first
  bool HasLoad = false, HasStore = false, CachedInL1 = false;
  /// Sector bytes requested over the launch.
  double LoadBytes = 0, StoreBytes = 0, AtomicBytes = 0;
};

/// How much of a loop nest is looked at: loops above Depth once, those at Depth
/// for Window iterations, those below for all.
struct Truncation {
  unsigned Depth = 1;
  double Window = HUGE_VAL;
  bool None = false; ///< no reuse at all
};

class Traffic {
public:
  Traffic(const KernelSummary &K, const Launch &L, const WarpProfile &P)
      : K(K), L(L), P(P) {
    for (const LoopProfile &Lp : P.Loops)
      FullTrips.push_back(std::max(1.0, Lp.MeanTrip));
  }

  std::vector<Group> Groups;
  void addAccess(AccessId Id, bool CachedInL1, uint64_t &Steps);

  /// Distinct sector bytes of \p G over the blocks, under \p T, and how often
  /// that part of the nest is repeated.
  double distinct(const Group &G, const Dim3 &Blocks, const Truncation &T,
                  double *Repeats = nullptr) const;
  /// The largest part of the nest whose footprint, over the groups that
  /// \p Wanted accepts, fits \p Capacity.
  template <typename Fn>
  Truncation fit(const Dim3 &Blocks, double Capacity, Fn Wanted) const;

private:
  const KernelSummary &K;
  const Launch &L;
  const WarpProfile &P;
  std::vector<double> FullTrips;
};

double sectorBytes(const AccessProfile &A) {
  return A.Requests * A.SectorsPerRequest.Value * SectorBytes;
}
} // namespace

void Traffic::addAccess(AccessId Id, bool CachedInL1, uint64_t &Steps) {
  const Access &A = K.Accesses[Id];
  Group G;
  G.Base = A.Base, G.BaseIndex = A.BaseIndex;
  G.ElementBytes = A.BytesPerLane;
  auto Form = affineForm(K, A, L, Steps);
  if (!Form)
    Form = sampledForm(K, A, L, FullTrips, Steps);
  if (Form) {
    G.Affine = true;
    G.Form = *Form;
  }
  for (LoopId At = K.Blocks[A.Block].InnermostLoop; At != NoId;
       At = K.Loops[At].Parent)
    G.Nest.insert(G.Nest.begin(), At);
  auto SameStrides = [&](const Group &O) {
    if (O.Form.Variables.size() != G.Form.Variables.size())
      return false;
    for (const AddressVariable &V : G.Form.Variables)
      if (O.Form.strideOf(V.Kind, V.Loop) != V.StrideBytes)
        return false;
    return true;
  };
  Group *Into = nullptr;
  for (Group &O : Groups)
    if (G.Affine && O.Affine && O.Base == G.Base &&
        O.BaseIndex == G.BaseIndex && O.Nest == G.Nest && SameStrides(O))
      Into = &O;
  if (!Into) {
    Groups.push_back(G);
    Into = &Groups.back();
  }
  Into->Constants.push_back(G.Form.ConstantBytes);
  Into->ElementBytes = std::max(Into->ElementBytes, G.ElementBytes);
  double Bytes = sectorBytes(P.Accesses[Id]);
  switch (A.Kind) {
  case AccessKind::Load:
    Into->HasLoad = true;
    Into->CachedInL1 |= CachedInL1;
    Into->LoadBytes += Bytes;
    break;
  case AccessKind::Store:
    Into->HasStore = true;
    Into->StoreBytes += Bytes;
    break;
  case AccessKind::Atomic:
    Into->HasLoad = Into->HasStore = true;
    Into->AtomicBytes += Bytes;
    break;
  }
}

double Traffic::distinct(const Group &G, const Dim3 &Blocks,
                         const Truncation &T, double *Repeats) const {
  std::vector<double> Trips(FullTrips.size(), 1);
  double Times = 1;
  unsigned Depth = 1;
  for (LoopId Id : G.Nest) {
    double Full = FullTrips[Id];
    if (Depth < T.Depth)
      Times *= Full;
    else if (Depth == T.Depth) {
      Trips[Id] = std::min(Full, T.Window);
      Times *= Full / Trips[Id];
    } else
      Trips[Id] = Full;
    if (Depth < MaxNest)
      ++Depth;
  }
  if (Repeats)
    *Repeats = Times;
  FootprintScope Scope;
  Scope.Threads = L.Block;
  Scope.Blocks = Blocks;
  Scope.Trips = Trips;
  auto Box = boxOf(G.Form, Scope);
  // Distances between the members, in steps of the variables, largest stride
  // first; what is left widens the element.
  llvm::SmallVector<unsigned, 9> Order(Box.size());
  for (unsigned I = 0; I < Box.size(); ++I)
    Order[I] = I;
  llvm::sort(Order, [&](unsigned A, unsigned B) {
    return std::fabs(Box[A].StrideBytes) > std::fabs(Box[B].StrideBytes);
  });
  llvm::SmallVector<std::pair<double, double>, 9> Steps(Box.size(), {0, 0});
  double RestLo = 0, RestHi = 0;
  for (double C : G.Constants) {
    double Rest = C - G.Constants.front();
    for (unsigned I : Order) {
      double Stride = std::fabs(Box[I].StrideBytes);
      if (Stride <= 0)
        continue;
      double Q = std::round(Rest / Stride);
      Rest -= Q * Stride;
      Steps[I].first = std::min(Steps[I].first, Q);
      Steps[I].second = std::max(Steps[I].second, Q);
    }
    RestLo = std::min(RestLo, Rest), RestHi = std::max(RestHi, Rest);
  }
  for (unsigned I = 0; I < Box.size(); ++I)
    Box[I].Count += Steps[I].second - Steps[I].first;
  return distinctSectorBytes(Box, G.ElementBytes + RestHi - RestLo);
}

template <typename Fn>
Truncation Traffic::fit(const Dim3 &Blocks, double Capacity, Fn Wanted) const {
  auto Fits = [&](const Truncation &T) {
    double Sum = 0;
    for (const Group &G : Groups)
      if (Wanted(G) && G.Affine)
        Sum += distinct(G, Blocks, T);
    return Sum <= Capacity;
  };
  unsigned Deepest = 1;
  double Longest = 1;
  for (const Group &G : Groups)
    if (Wanted(G)) {
      Deepest = std::max<unsigned>(Deepest, G.Nest.size());
      for (LoopId Id : G.Nest)
        Longest = std::max(Longest, FullTrips[Id]);
    }
  Deepest = std::min(Deepest, MaxNest);
  Truncation T;
  if (Fits(T))
    return T;
  for (T.Depth = 1; T.Depth <= Deepest; ++T.Depth)
    for (T.Window = std::exp2(std::floor(std::log2(Longest))); T.Window >= 1;
         T.Window /= 2)
      if (Fits(T))
        return T;
  T.None = true;
  return T;
}

/// The first \p Count blocks of the grid in launch order, as a box.
static Dim3 firstBlocks(const Dim3 &Grid, double Count) {
  Dim3 Out;
  auto Take = [&](uint64_t Extent) {
    auto N = static_cast<uint64_t>(std::ceil(std::clamp(
        Count, 1.0, static_cast<double>(std::max<uint64_t>(Extent, 1)))));
    Count /= static_cast<double>(std::max<uint64_t>(Extent, 1));
    return N;
  };
  Out.X = Take(Grid.X);
  Out.Y = Take(Grid.Y);
  Out.Z = Take(Grid.Z);
  return Out;
}

static double factOr(const OptFact &F, double Default) {
  return F ? F->Value : Default;
}

/// Each access alone: distinct bytes of a warp, a block, a wave, the launch;
/// never more than its requests ask for.
static void fillFootprints(const KernelSummary &K, const Launch &L,
                           const GpuModel &Gpu, const Dim3 &Wave,
                           WarpProfile &P, uint64_t &Steps) {
  std::vector<double> Trips;
  for (const LoopProfile &Lp : P.Loops)
    Trips.push_back(std::max(1.0, Lp.MeanTrip));
  Dim3 One{1, 1, 1};
  double Blocks = static_cast<double>(L.Grid.count());
  Dim3 WarpShape = firstBlocks(L.Block, Gpu.Arch.WarpSize.Value);
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    AccessProfile &A = P.Accesses[Id];
    MemSpace Space = K.Accesses[Id].Space;
    if (Space == MemSpace::Shared || Space == MemSpace::Local)
      continue;
    double Requested = sectorBytes(A);
    auto Form = affineForm(K, K.Accesses[Id], L, Steps);
    if (!Form)
      Form = sampledForm(K, K.Accesses[Id], L, Trips, Steps);
    if (!Form)
      continue;
    auto Over = [&](const Dim3 &Threads, const Dim3 &Grid, double Share) {
      FootprintScope S;
      S.Threads = Threads, S.Blocks = Grid, S.Trips = Trips;
      double Bytes =
          distinctSectorBytes(boxOf(*Form, S), K.Accesses[Id].BytesPerLane);
      return std::min(Bytes, std::max(Requested * Share, 0.0));
    };
    double WaveShare =
        std::min(1.0, static_cast<double>(Wave.count()) / Blocks);
    A.WarpBytes = Over(WarpShape, One, 1 / std::max(P.Warps, 1.0));
    A.BlockBytes = Over(L.Block, One, 1 / std::max(Blocks, 1.0));
    A.WaveBytes = Over(L.Block, Wave, WaveShare);
    A.LaunchBytes = Over(L.Block, L.Grid, 1);
  }
}

void gpuperf::computeCacheTraffic(const KernelSummary &K, const Launch &L,
                                  const GpuModel &Gpu,
                                  unsigned ResidentBlocksPerSm, WarpProfile &P,
                                  uint64_t &Steps) {
  double Blocks = static_cast<double>(L.Grid.count());
  double Resident = std::max(ResidentBlocksPerSm, 1u);
  double InFlight =
      std::min(Blocks, Resident * std::max(Gpu.SmCount.Value, 1.0));
  double Waves = std::max(1.0, Blocks / std::max(InFlight, 1.0));
  Dim3 Wave = firstBlocks(L.Grid, InFlight);
  fillFootprints(K, L, Gpu, Wave, P, Steps);

  // What L1 has beside shared memory.
  double SharedUsed = Resident * (static_cast<double>(K.StaticSharedBytes) +
                                  static_cast<double>(L.DynamicSharedBytes));
  double L1Capacity = factOr(Gpu.UnifiedL1SharedBytes, 0) - SharedUsed;
  if (!Gpu.UnifiedL1SharedBytes)
    L1Capacity = factOr(Gpu.L1BytesMax, 0);
  else if (Gpu.L1BytesMax)
    L1Capacity = std::min(L1Capacity, Gpu.L1BytesMax->Value);
  double L2Capacity = factOr(Gpu.L2Bytes, 0);
  bool PlainInL1 = L.L1 == L1Mode::On && Gpu.Arch.L1CachesPlainGlobalLoads;

  Traffic T(K, L, P);
  double Asked = 0, LocalBytes = 0;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    const AccessProfile &AP = P.Accesses[Id];
    if (A.Space == MemSpace::Local)
      LocalBytes += sectorBytes(AP);
    if (A.Space != MemSpace::Global && A.Space != MemSpace::Unknown)
      continue;
    P.RequestedBytes += AP.Requests * AP.ActiveLanes * A.BytesPerLane;
    Asked += sectorBytes(AP);
    bool Cached =
        A.Kind == AccessKind::Load && !A.Volatile && (PlainInL1 || A.ReadOnly);
    T.addAccess(Id, Cached, Steps);
    if (AP.Requests > 0 &&
        (AP.LaunchBytes < 0 || K.Exprs.dependsOnData(A.Offset)))
      P.Why |= Assumptions::CacheSharesAssumed;
  }
  if (Asked <= 0) {
    P.L1Share = 1, P.L2Share = P.DramShare = 0;
    return;
  }

  // L1: one block's accesses against its share of the cache.
  Dim3 OneBlock{1, 1, 1};
  Truncation InL1 = T.fit(OneBlock, L1Capacity / Resident, [](const Group &G) {
    return G.HasLoad && G.CachedInL1;
  });
  std::vector<double> FromL2; // load bytes by group
  double L2Bytes = 0;
  for (const Group &G : T.Groups) {
    double Misses = G.LoadBytes;
    if (G.Affine && G.CachedInL1 && !InL1.None && L1Capacity > 0) {
      double Repeats = 1;
      double Part = T.distinct(G, OneBlock, InL1, &Repeats);
      Misses = std::min(Misses, Part * Repeats * Blocks);
    }
    FromL2.push_back(Misses);
    L2Bytes += Misses + G.StoreBytes + G.AtomicBytes;
  }

  // L2: the blocks in flight against all of it.
  Truncation All;
  double Total = 0;
  std::vector<double> Launch;
  for (const Group &G : T.Groups) {
    double Requested = G.LoadBytes + G.StoreBytes + G.AtomicBytes;
    double Bytes = G.Affine ? T.distinct(G, L.Grid, All) : Requested;
    Launch.push_back(std::min(Bytes, Requested));
    Total += Launch.back();
  }
  double DramRead = 0, DramWrite = 0;
  bool FitsL2 = Total <= L2Capacity;
  Truncation InL2 = T.fit(Wave, L2Capacity, [](const Group &) { return true; });
  for (size_t I = 0; I < T.Groups.size(); ++I) {
    const Group &G = T.Groups[I];
    double Reads = FromL2[I] + G.AtomicBytes;
    double Once = std::min(Launch[I], Reads);
    if (FitsL2) {
      if (G.HasLoad && L.L2 == L2State::Cold)
        DramRead += Once;
      continue;
    }
    if (G.HasStore)
      DramWrite += std::min(Launch[I], G.StoreBytes + G.AtomicBytes);
    if (!G.HasLoad)
      continue;
    // Each wave reads its part; what an earlier wave read is still there as far
    // as the whole fits.
    double EachWave = Reads;
    if (G.Affine && !InL2.None) {
      double Repeats = 1;
      double Part = T.distinct(G, Wave, InL2, &Repeats);
      EachWave = std::min(Reads, Part * Repeats * Waves);
    }
    double Kept = std::min(1.0, L2Capacity / std::max(Total, 1.0));
    DramRead += Once + std::max(0.0, EachWave - Once) * (1 - Kept);
  }
  P.L2Bytes = L2Bytes;
  P.DramReadBytes = DramRead;
  P.DramWriteBytes = DramWrite;
  P.DramShare = std::clamp((DramRead + DramWrite) / Asked, 0.0, 1.0);
  P.L1Share = std::clamp(1 - L2Bytes / Asked, 0.0, 1 - P.DramShare);
  P.L2Share = std::max(0.0, 1 - P.L1Share - P.DramShare);
  // Local memory lives in L1 while the resident threads' stacks fit.
  double Stacks = static_cast<double>(K.LocalBytesPerThread) * Resident *
                  static_cast<double>(L.Block.count());
  if (Stacks > L1Capacity)
    P.L2Bytes += LocalBytes;
}
