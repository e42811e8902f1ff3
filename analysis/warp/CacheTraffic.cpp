//===- CacheTraffic.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/CacheTraffic.h"
#include "analysis/warp/Requests.h"
#include "analysis/warp/Reuse.h"
#include <cmath>

using namespace gpuperf;

/// The first \p Count blocks of the grid in launch order, as a box.
static Extents firstBlocks(const Extents &Grid, double Count) {
  Extents Out;
  auto Take = [&](double Extent) {
    Extent = std::max(Extent, 1.0);
    double N = std::clamp(Count, 1.0, Extent);
    Count /= Extent;
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

/// Threads of one warp, as a box.
static Dim3 warpShape(const Dim3 &Block, double WarpSize) {
  Extents E = firstBlocks(Extents::of(Block), WarpSize);
  auto Whole = [](double X) { return static_cast<uint64_t>(std::ceil(X)); };
  return {Whole(E.X), Whole(E.Y), Whole(E.Z)};
}

/// A store to a part of a sector keeps its slice longer. Rows of benchmarks/
/// accuracy that are not held out: matrix products on GTX 1080 Ti and RTX 2070
/// SUPER, blocks 1, 2 and 4 wide, 1.57 to 1.6 on either.
static constexpr double PartialStoreLookups = 1.6;

double gpuperf::sliceRequests(const Access &A, const AccessProfile &P) {
  double Lines = std::max(1.0, P.LinesPerRequest.Value);
  double Sectors = P.SectorsPerRequest.Value;
  double Lookups = Lines * std::max(1.0, Sectors / Lines / 2);
  // Aligned rows fill their sectors but for the ends.
  bool Partial = P.ActiveLanes * A.BytesPerLane < 0.75 * Sectors * SectorBytes;
  if (A.Kind == AccessKind::Store && Partial)
    Lookups *= PartialStoreLookups;
  return P.Requests * P.L1Misses * Lookups;
}

namespace {
/// Shares of a group's requests.
struct Waits {
  double L2 = 1, Dram = 1;
};
} // namespace

/// A warp waits when it touches data for the first time, unless others did so
/// long before: in another block for L1, in another wave for L2. Neighbours in
/// one iteration wait for the one of them that misses.
static Waits waitsOf(const AccessGroups &T, const AccessGroup &G,
                     const Dim3 &WarpShape, const Extents &Wave,
                     const Extents &Grid, double Warps, double L2Bytes,
                     double DramBytes) {
  Waits W;
  const double Loads = G.LoadBytes + G.AtomicBytes;
  if (!(Loads > 0))
    return W;
  const double MissL1 = std::min(1.0, (L2Bytes + G.AtomicBytes) / Loads);
  const double MissL2 = std::min(1.0, DramBytes / Loads);
  if (!G.HasForm)
    return {MissL1, MissL2};
  const double PerMember =
      Loads / static_cast<double>(std::max<size_t>(G.Members.size(), 1));
  const double First =
      std::min(1.0, T.distinct(G, {{}, ~0u, &WarpShape}) * Warps / PerMember);
  auto Renewed = [&](double Bytes, const Extents &Scope) {
    double Times = Grid.count() / std::max(Scope.count(), 1.0);
    double Distinct = T.distinct(G, {Scope}) * Times;
    return Distinct > 0 ? std::min(1.0, Bytes / Distinct) : 1.0;
  };
  W.L2 = std::max(MissL1, First * Renewed(L2Bytes + G.AtomicBytes, {}));
  W.Dram = std::max(MissL2, First * Renewed(DramBytes, Wave));
  W.Dram = std::min(W.Dram, W.L2);
  return W;
}

/// Each access alone: distinct bytes of a warp, a block, a wave, the launch;
/// never more than its requests ask for.
static void fillFootprints(const KernelSummary &K, const Launch &L,
                           const Dim3 &WarpShape, const Extents &Wave,
                           WarpProfile &P, uint64_t &Steps) {
  std::vector<double> Trips;
  for (const LoopProfile &Lp : P.Loops)
    Trips.push_back(std::max(1.0, Lp.MeanTrip));
  double Blocks = static_cast<double>(L.Grid.count());
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    AccessProfile &A = P.Accesses[Id];
    MemSpace Space = K.Accesses[Id].Space;
    if (Space == MemSpace::Shared || Space == MemSpace::Local)
      continue;
    double Requested = requestedSectorBytes(A);
    auto Form = affineForm(K, K.Accesses[Id], L, Steps);
    if (!Form)
      Form = sampledForm(K, K.Accesses[Id], L, Trips, Steps);
    if (!Form)
      continue;
    auto Over = [&](const Dim3 &Threads, const Extents &Grid, double Share) {
      FootprintScope S;
      S.Threads = Threads, S.Blocks = Grid, S.Trips = Trips;
      double Bytes =
          distinctSectorBytes(boxOf(*Form, S), K.Accesses[Id].BytesPerLane);
      return std::min(Bytes, std::max(Requested * Share, 0.0));
    };
    A.WarpBytes = Over(WarpShape, {}, 1 / std::max(P.Warps, 1.0));
    A.BlockBytes = Over(L.Block, {}, 1 / std::max(Blocks, 1.0));
    A.WaveBytes = Over(L.Block, Wave, std::min(1.0, Wave.count() / Blocks));
    A.LaunchBytes = Over(L.Block, Extents::of(L.Grid), 1);
  }
}

void gpuperf::computeCacheTraffic(const KernelSummary &K, const Launch &L,
                                  const GpuModel &Gpu,
                                  unsigned ResidentBlocksPerSm, WarpProfile &P,
                                  uint64_t &Steps) {
  const double Blocks = static_cast<double>(L.Grid.count());
  const double Sms = std::max(Gpu.SmCount.Value, 1.0);
  const double InFlight =
      std::min(Blocks, std::max(ResidentBlocksPerSm, 1u) * Sms);
  // Where the grid does not fill the SMs, fewer blocks share an L1.
  const double Resident = std::ceil(InFlight / Sms);
  const Extents Grid = Extents::of(L.Grid);
  const Dim3 WarpShape = warpShape(L.Block, Gpu.Arch.WarpSize.Value);
  const Extents Wave = firstBlocks(Grid, InFlight);
  fillFootprints(K, L, WarpShape, Wave, P, Steps);

  // What L1 has beside shared memory.
  double SharedUsed = Resident * (static_cast<double>(K.StaticSharedBytes) +
                                  static_cast<double>(L.DynamicSharedBytes));
  double L1Capacity = factOr(Gpu.UnifiedL1SharedBytes, 0) - SharedUsed;
  if (!Gpu.UnifiedL1SharedBytes)
    L1Capacity = factOr(Gpu.L1BytesMax, 0);
  else if (Gpu.L1BytesMax)
    L1Capacity = std::min(L1Capacity, Gpu.L1BytesMax->Value);
  const double L2Capacity = factOr(Gpu.L2Bytes, 0);
  const bool PlainInL1 =
      L.L1 == L1Mode::On && Gpu.Arch.L1CachesPlainGlobalLoads;

  AccessGroups T(K, L, P);
  double Asked = 0, LocalBytes = 0;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    const AccessProfile &AP = P.Accesses[Id];
    if (A.Space == MemSpace::Local)
      LocalBytes += requestedSectorBytes(AP);
    if ((A.Space != MemSpace::Global && A.Space != MemSpace::Unknown) ||
        AP.Requests <= 0)
      continue;
    P.RequestedBytes += AP.Requests * AP.ActiveLanes * A.BytesPerLane;
    Asked += requestedSectorBytes(AP);
    bool Cached =
        A.Kind == AccessKind::Load && !A.Volatile && (PlainInL1 || A.ReadOnly);
    T.add(Id, Cached, Steps);
    if (AP.LaunchBytes < 0 || K.Exprs.dependsOnData(A.Offset))
      P.Why |= AssumptionKind::CacheSharesAssumed;
  }
  if (Asked <= 0) {
    P.L1Share = 1, P.L2Share = P.DramShare = 0;
    return;
  }

  // L1: one block's loads against its share of the cache.
  const size_t N = T.Groups.size();
  std::vector<double> InL1(N), FromL1(N), Reads(N), Writes(N);
  for (size_t I = 0; I < N; ++I)
    InL1[I] = T.Groups[I].CachedInL1 ? T.Groups[I].LoadBytes : 0;
  CacheScope L1Scope;
  L1Scope.Grid = Grid;
  L1Scope.CapacityBytes = std::max(L1Capacity, 0.0) / Resident;
  FromL1 = movedBytes(T, L1Scope, InL1);
  for (size_t I = 0; I < N; ++I) {
    const AccessGroup &G = T.Groups[I];
    double Loads = InL1[I] > 0 ? FromL1[I] : G.LoadBytes;
    for (AccessId Id : G.Members)
      if (K.Accesses[Id].Kind == AccessKind::Load)
        P.Accesses[Id].L1Misses =
            G.LoadBytes > 0 ? std::min(1.0, Loads / G.LoadBytes) : 1;
    Reads[I] = Loads + G.AtomicBytes;
    Writes[I] = G.StoreBytes + G.AtomicBytes;
    P.L2Bytes += Loads + G.StoreBytes + G.AtomicBytes;
    double Requests = 0;
    for (AccessId Id : G.Members)
      Requests += sliceRequests(K.Accesses[Id], P.Accesses[Id]);
    P.L2Requests += Requests;
    // Blocks of a wave run side by side; each iteration asks for other lines.
    double Lines = 1;
    if (G.HasForm)
      Lines = std::max(1.0, T.distinct(G, {Wave, 0}) / LineBytes);
    else
      Lines = std::max(1.0, Requests / 2);
    P.HotLineRequests = std::max(P.HotLineRequests, Requests / Lines);
  }

  // L2: the blocks in flight against all of it. A group that is read and
  // written is there once.
  std::vector<double> AtL2(N);
  for (size_t I = 0; I < N; ++I)
    AtL2[I] = std::max(Reads[I], Writes[I]);
  // Atomics on places that data choose are counters and bins, which are few.
  for (size_t I = 0; I < N; ++I)
    if (!T.Groups[I].HasForm && T.Groups[I].AtomicBytes > 0)
      AtL2[I] = 0;
  CacheScope L2Scope;
  L2Scope.Blocks = Wave, L2Scope.Grid = Grid;
  L2Scope.CapacityBytes = L2Capacity;
  L2Scope.AcrossScopes = true;
  std::vector<double> FromL2 = movedBytes(T, L2Scope, AtL2);
  // What a former launch left, and what the next one will find.
  const LaunchPart Whole{Grid};
  UnionBytes Total, Bytes, Written;
  std::vector<double> Launch(N);
  double SumOfGroups = 0;
  for (size_t I = 0; I < N; ++I) {
    const AccessGroup &G = T.Groups[I];
    Launch[I] = G.HasForm ? std::min(AtL2[I], T.distinct(G, Whole)) : AtL2[I];
    auto Range = G.HasForm ? T.range(G, Whole) : std::pair<double, double>();
    Total.add(G, G.HasForm ? T.lineBytes(G, Whole) : AtL2[I], Range);
    Bytes.add(G, Launch[I], Range);
    if (Writes[I] > 0)
      Written.add(G, Launch[I], Range);
    SumOfGroups += Launch[I];
  }
  const double Stays = hitShare(Total.total(), L2Capacity);
  // What several groups touch comes once, if it fits.
  const double Shared =
      SumOfGroups > 0 ? (1 - Bytes.total() / SumOfGroups) * Stays : 0;
  // A launch that started with an empty cache ends with its share of written
  // data in it; one of many writes back what the one before left.
  const double LeftDirty = L.L2 == L2State::Cold && Total.total() > 0
                               ? std::min(1.0, L2Capacity / Total.total())
                               : Stays;
  double DramRead = 0, DramWrite = 0;
  for (size_t I = 0; I < N; ++I) {
    const AccessGroup &G = T.Groups[I];
    const double Moved = std::max(0.0, FromL2[I] - Launch[I] * Shared);
    double Write = 0;
    if (Writes[I] > 0)
      Write = std::max(0.0, std::min(Moved, Writes[I]) - Launch[I] * LeftDirty);
    DramWrite += Write;
    double Read = 0;
    if (Reads[I] > 0) {
      Read = std::min(Moved, Reads[I]);
      if (L.L2 == L2State::Warm)
        Read = std::max(0.0, Read - Launch[I] * Stays);
    }
    DramRead += Read;
    const Waits W = waitsOf(T, G, WarpShape, Wave, Grid, P.Warps,
                            Reads[I] - G.AtomicBytes, Read);
    for (AccessId Id : G.Members) {
      bool IsLoad = K.Accesses[Id].Kind != AccessKind::Store;
      double Of = IsLoad ? Reads[I] : Writes[I];
      double Out = IsLoad ? Read : Write;
      P.Accesses[Id].L2Waits = W.L2;
      P.Accesses[Id].DramWaits = W.Dram;
      P.Accesses[Id].L2Misses =
          P.Accesses[Id].L1Misses * (Of > 0 ? std::min(1.0, Out / Of) : 0);
    }
  }
  P.DramReadBytes = DramRead;
  P.DramWriteBytes = DramWrite;
  P.DramShare = std::clamp((DramRead + DramWrite) / Asked, 0.0, 1.0);
  P.L1Share = std::clamp(1 - P.L2Bytes / Asked, 0.0, 1 - P.DramShare);
  P.L2Share = std::max(0.0, 1 - P.L1Share - P.DramShare);
  // Local memory lives in L1 while the resident threads' stacks fit.
  double Stacks = static_cast<double>(K.LocalBytesPerThread) * Resident *
                  static_cast<double>(L.Block.count());
  if (Stacks > L1Capacity)
    P.L2Bytes += LocalBytes;
}
