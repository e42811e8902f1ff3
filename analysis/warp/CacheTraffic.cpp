//===- CacheTraffic.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/CacheTraffic.h"
#include "analysis/footprint/AddressForms.h"
#include "analysis/footprint/Dies.h"
#include "analysis/warp/Gather.h"
#include "analysis/warp/Requests.h"
#include "analysis/warp/Reuse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
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

/// How much longer a slice of the L2 is busy with a store to a part of a sector
/// than with other requests. Measured on kernels of benchmarks/accuracy that
/// are not held out: matrix products on GTX 1080 Ti and RTX 2070 SUPER with
/// blocks 1, 2 and 4 wide give 1.57 to 1.6 on either.
static constexpr double PartialStoreLookups = 1.6;

bool gpuperf::storesPartsOfSectors(const Access &A,
                                   const AccessProfile &Profile) {
  // Aligned rows fill their sectors but for the ends.
  return A.Kind == AccessKind::Store &&
         Profile.ActiveLanes * A.BytesPerLane <
             0.75 * Profile.SectorsPerRequest.Value * SectorBytes;
}

double gpuperf::sliceRequests(const Access &A, const AccessProfile &Profile) {
  double Lines = std::max(1.0, Profile.LinesPerRequest.Value);
  double Sectors = Profile.SectorsPerRequest.Value;
  double Lookups = Lines * std::max(1.0, Sectors / Lines / 2);
  if (storesPartsOfSectors(A, Profile))
    Lookups *= PartialStoreLookups;
  return Profile.Requests * Profile.L1Misses * Lookups;
}

/// The share of the L2 that holds written data at most: it does not wait with
/// writing back until it needs the room. Copies and fills of 5 to 70 MB on an
/// RTX 3080 (5 MB) leave 0.1 to 0.9 MB; fit rows of benchmarks/programs.
static constexpr double MostDirtyOfL2 = 0.125;

namespace {
/// How a launch lies on the GPU, and what the GPU's caches hold.
struct Placement {
  Extents Grid;   ///< all blocks of the launch that access anything
  Extents Dealt;  ///< and with those that do not
  Extents Wave;   ///< blocks that run side by side on the GPU
  Dim3 WarpShape; ///< threads of one warp, as a box
  unsigned WarpSize = 32;
  double Warps = 1; ///< of all blocks
  /// AMD's compiler says how much it spills, and joins loads of neighbours.
  /// NVIDIA's says the former, too, but what is known of those GPUs was found
  /// without.
  bool IsAmd = false;
  double Dies = 1;          ///< with an L2 of their own
  double BehindL2Bytes = 0; ///< of a cache between the L2s and DRAM
  double Sms = 1;           ///< that have a block
  double BlocksPerSm = 1;   ///< that share an L1
  double L1Bytes = 0; ///< beside shared memory; below 0 if that needs more
  double L2Bytes = 0;
};

/// Shares of a group's requests that wait for L2 or beyond, and for DRAM.
struct Waits {
  double L2 = 1, Dram = 1;
};

/// What of a launch's data is in L2 when it ends, by which one launch of many
/// finds data of the one before.
struct L2Contents {
  std::vector<double> DistinctBytes; ///< of each group over the launch
  double Stays = 0;     ///< share of the data that the next launch finds
  double LeftDirty = 0; ///< share of the written data that is not written back
};

/// Shares of each group's data that others of its base bring as well, so that
/// it comes and goes once.
struct SharedData {
  std::vector<double> Read, Written;
};

/// Follows the groups of accesses of a launch from the requests to DRAM. Each
/// step fills what it finds out in the profile.
class CacheTraffic {
public:
  CacheTraffic(const KernelSummary &Kernel, const Launch &TheLaunch,
               const Placement &Place, WarpProfile &Profile)
      : Kernel(Kernel), TheLaunch(TheLaunch), Place(Place), Profile(Profile),
        All(Kernel, TheLaunch, Profile, Place.WarpSize, Place.IsAmd) {}

  /// Puts global accesses into groups. False if there is nothing to follow.
  bool groupAccesses(bool PlainInL1,
                     llvm::ArrayRef<std::optional<AffineForm>> Forms);
  void passL1();
  void passL2();
  void passDram();
  void passDies();
  void fillShares();
  /// Local memory, which no group has: the stacks of the threads.
  void passStacks();

private:
  void fillL1Misses(const AccessGroup &G, double Loads);
  void addL2Requests(const AccessGroup &G);
  double spilledBytes() const;
  L2Contents contentsOfL2() const;
  SharedData sharedData() const;
  void addShared(const LaunchPart &Part, llvm::ArrayRef<size_t> Of,
                 SharedData &Out) const;
  bool writesBefore(size_t J, size_t I) const;
  double shareOf(size_t I, size_t J, const LaunchPart &Part) const;
  bool isReadAgain(const AccessGroup &G, size_t Member) const;
  double missedAgain(size_t Group) const;
  double warpsThatAccess(const AccessGroup &G) const;
  Waits waitsOf(const AccessGroup &G, double L2Bytes, double DramBytes) const;
  double pagesOpened(const AccessGroup &G, double Bytes) const;
  void fillL2Misses(size_t Group, double Read, double Write);

  const KernelSummary &Kernel;
  const Launch &TheLaunch;
  const Placement &Place;
  WarpProfile &Profile;
  AccessGroups All;
  double AskedBytes = 0, StackReads = 0, StackWrites = 0;
  /// By group, over the launch: what L1 asks L2 for and what is written to L2;
  /// what of both goes against the L2's capacity; what passes L2; and what
  /// passes a cache behind it, too.
  std::vector<double> Reads, Writes, AtL2, FromL2, ToDram;
};
} // namespace

static Placement placementOf(const KernelSummary &Kernel,
                             const Launch &TheLaunch, const GpuModel &Gpu,
                             unsigned ResidentBlocksPerSm) {
  const double Blocks = static_cast<double>(TheLaunch.Grid.count());
  const double Sms = std::max(Gpu.SmCount.Value, 1.0);
  const double InFlight =
      std::min(Blocks, std::max(ResidentBlocksPerSm, 1u) * Sms);
  Placement Place;
  // Where the grid does not fill the SMs, fewer blocks share an L1.
  Place.BlocksPerSm = std::ceil(InFlight / Sms);
  Place.Sms = std::min(Sms, std::max(Blocks, 1.0));
  Place.Grid = Extents::of(TheLaunch.Grid);
  Place.Wave = firstBlocks(Place.Grid, InFlight);
  Place.WarpSize = static_cast<unsigned>(Gpu.Arch.WarpSize.Value);
  Place.Warps =
      std::max(1.0, Blocks * static_cast<double>(llvm::divideCeil(
                                 TheLaunch.Block.count(), Place.WarpSize)));
  Place.WarpShape = warpShape(TheLaunch.Block, Place.WarpSize);
  const double SharedUsed =
      Place.BlocksPerSm * (static_cast<double>(Kernel.StaticSharedBytes) +
                           static_cast<double>(TheLaunch.DynamicSharedBytes));
  Place.L1Bytes = factOr(Gpu.UnifiedL1SharedBytes, 0) - SharedUsed;
  if (!Gpu.UnifiedL1SharedBytes)
    Place.L1Bytes = factOr(Gpu.L1BytesMax, 0);
  else if (Gpu.L1BytesMax)
    Place.L1Bytes = std::min(Place.L1Bytes, Gpu.L1BytesMax->Value);
  Place.L2Bytes = factOr(Gpu.L2Bytes, 0);
  Place.IsAmd = Gpu.Arch.Maker == Vendor::Amd;
  Place.Dies = std::max(factOr(Gpu.L2Dies, 1), 1.0);
  Place.BehindL2Bytes = factOr(Gpu.InfinityCacheBytes, 0);
  return Place;
}

/// The launch without the blocks that access nothing. These come and go beside
/// the others, of which as many run at one time as in a launch of them alone.
static Launch workingLaunch(const KernelSummary &Kernel,
                            const Launch &TheLaunch,
                            const WarpProfile &Profile) {
  ActiveThreads Active;
  for (AccessId Id = 0; Id < Kernel.Accesses.size(); ++Id)
    if (const BlockId At = Kernel.Accesses[Id].Block;
        Profile.Accesses[Id].Requests > 0 && At < Profile.Blocks.size())
      Active.add(Profile.Blocks[At].Active);
  return withoutIdleBlocks(TheLaunch, Active);
}

/// The forms of the accesses that the launch requests, but for shared and local
/// memory, whose footprints nobody asks for.
static std::vector<std::optional<AffineForm>>
formsOf(const KernelSummary &Kernel, const Launch &TheLaunch,
        const WarpProfile &Profile, llvm::ArrayRef<double> Trips,
        uint64_t &Steps) {
  std::vector<AccessId> Wanted;
  for (AccessId Id = 0; Id < Kernel.Accesses.size(); ++Id) {
    const MemSpace Space = Kernel.Accesses[Id].Space;
    if (Space != MemSpace::Shared && Space != MemSpace::Local &&
        Profile.Accesses[Id].Requests > 0)
      Wanted.push_back(Id);
  }
  return addressForms(Kernel, TheLaunch, Trips, Wanted, Steps);
}

/// Each access alone: distinct bytes of a warp, a block, a wave, the launch;
/// never more than its requests ask for, or than it can reach.
static void fillFootprints(const KernelSummary &Kernel, const Launch &TheLaunch,
                           const Placement &Place,
                           llvm::ArrayRef<std::optional<AffineForm>> Forms,
                           llvm::ArrayRef<double> Trips, WarpProfile &Profile) {
  double Blocks = static_cast<double>(TheLaunch.Grid.count());
  for (AccessId Id = 0; Id < Kernel.Accesses.size(); ++Id) {
    AccessProfile &A = Profile.Accesses[Id];
    double Requested = requestedSectorBytes(A);
    const std::optional<AffineForm> &Form = Forms[Id];
    if (!Form)
      continue;
    const double Reached = bytesBehind(Kernel, Kernel.Accesses[Id], TheLaunch);
    const double Most =
        Reached > 0 ? std::ceil(Reached / SectorBytes) * SectorBytes : HUGE_VAL;
    auto Over = [&](const Dim3 &Threads, const Extents &Grid, double Share) {
      FootprintScope Scope;
      Scope.Threads = Threads, Scope.Blocks = Grid, Scope.Trips = Trips;
      double Bytes = distinctSectorBytes(boxOf(*Form, Scope),
                                         Kernel.Accesses[Id].BytesPerLane);
      return std::min({Bytes, Most, std::max(Requested * Share, 0.0)});
    };
    A.WarpBytes = Over(Place.WarpShape, {}, 1 / Place.Warps);
    A.BlockBytes = Over(TheLaunch.Block, {}, 1 / std::max(Blocks, 1.0));
    A.WaveBytes = Over(TheLaunch.Block, Place.Wave,
                       std::min(1.0, Place.Wave.count() / Blocks));
    A.LaunchBytes = Over(TheLaunch.Block, Place.Grid, 1);
  }
}

bool CacheTraffic::groupAccesses(
    bool PlainInL1, llvm::ArrayRef<std::optional<AffineForm>> Forms) {
  for (AccessId Id = 0; Id < Kernel.Accesses.size(); ++Id) {
    const Access &A = Kernel.Accesses[Id];
    const AccessProfile &Counts = Profile.Accesses[Id];
    if (A.Space == MemSpace::Local)
      (A.Kind == AccessKind::Load ? StackReads : StackWrites) +=
          requestedSectorBytes(Counts);
    if ((A.Space != MemSpace::Global && A.Space != MemSpace::Unknown) ||
        Counts.Requests <= 0)
      continue;
    Profile.RequestedBytes +=
        Counts.Requests * Counts.ActiveLanes * A.BytesPerLane;
    AskedBytes += requestedSectorBytes(Counts);
    bool Cached =
        A.Kind == AccessKind::Load && !A.Volatile && (PlainInL1 || A.ReadOnly);
    All.add(Id, Cached, Forms[Id]);
    if (Counts.LaunchBytes < 0 || Kernel.Exprs.dependsOnData(A.Offset))
      Profile.Why |= AssumptionKind::CacheSharesAssumed;
  }
  return AskedBytes > 0;
}

/// L1: the loads of one block against its share of the cache. Everything else
/// passes.
void CacheTraffic::passL1() {
  const size_t Count = All.Groups.size();
  Reads.resize(Count), Writes.resize(Count);
  std::vector<double> InL1(Count);
  for (size_t I = 0; I < Count; ++I)
    InL1[I] = All.Groups[I].CachedInL1 ? All.Groups[I].LoadBytes : 0;
  CacheScope Scope;
  Scope.Grid = Place.Grid;
  Scope.CacheBytes = std::max(Place.L1Bytes, 0.0);
  Scope.CapacityBytes = Scope.CacheBytes / Place.BlocksPerSm;
  Scope.Caches = Place.Sms;
  const std::vector<double> FromL1 = movedBytes(All, Scope, InL1);
  for (size_t I = 0; I < Count; ++I) {
    const AccessGroup &G = All.Groups[I];
    double Loads = InL1[I] > 0 ? FromL1[I] : G.LoadBytes;
    fillL1Misses(G, Loads);
    Reads[I] = Loads + G.AtomicBytes;
    Writes[I] = G.StoreBytes + G.AtomicBytes;
    Profile.L2Bytes += Loads + G.StoreBytes + G.AtomicBytes;
    addL2Requests(G);
  }
}

/// \p Loads: bytes that the group's loads ask L2 for.
void CacheTraffic::fillL1Misses(const AccessGroup &G, double Loads) {
  for (AccessId Id : G.Members)
    if (Kernel.Accesses[Id].Kind == AccessKind::Load)
      Profile.Accesses[Id].L1Misses =
          G.LoadBytes > 0 ? std::min(1.0, Loads / G.LoadBytes) : 1;
}

void CacheTraffic::addL2Requests(const AccessGroup &G) {
  double Requests = 0;
  for (AccessId Id : G.Members)
    Requests += sliceRequests(Kernel.Accesses[Id], Profile.Accesses[Id]);
  Profile.L2Requests += Requests;
  // Blocks of a wave run side by side; each iteration asks for other lines.
  double Lines = 1;
  if (G.HasForm)
    Lines = std::max(1.0, All.distinct(G, {Place.Wave, 0}) / LineBytes);
  else
    Lines = std::max(1.0, Requests / 2);
  Profile.HotLineRequests = std::max(Profile.HotLineRequests, Requests / Lines);
}

/// L2: the blocks in flight against all of the cache. Data that a group reads
/// and writes is there once.
void CacheTraffic::passL2() {
  const size_t Count = All.Groups.size();
  AtL2.resize(Count);
  for (size_t I = 0; I < Count; ++I)
    AtL2[I] = std::max(Reads[I], Writes[I]);
  // Atomics on places that data choose are counters and bins, which are few
  // where nothing says how many.
  for (size_t I = 0; I < Count; ++I)
    if (!All.Groups[I].HasForm && All.Groups[I].AtomicBytes > 0 &&
        !(All.Groups[I].ArrayBytes > 0))
      AtL2[I] = 0;
  CacheScope Scope;
  Scope.Blocks = Place.Wave, Scope.Grid = Place.Grid;
  Scope.CapacityBytes = Scope.CacheBytes = Place.L2Bytes;
  Scope.AcrossScopes = true;
  FromL2 = movedBytes(All, Scope, AtL2);
  ToDram = FromL2;
  if (Place.BehindL2Bytes > 0) {
    Scope.CapacityBytes += Place.BehindL2Bytes;
    Scope.CacheBytes += Place.BehindL2Bytes;
    ToDram = movedBytes(All, Scope, AtL2);
  }
}

/// What a former launch left, and what the next one will find.
L2Contents CacheTraffic::contentsOfL2() const {
  const LaunchPart Whole{Place.Grid};
  const size_t Count = All.Groups.size();
  L2Contents Out;
  Out.DistinctBytes.resize(Count);
  UnionBytes Total;
  for (size_t I = 0; I < Count; ++I) {
    const AccessGroup &G = All.Groups[I];
    double &Distinct = Out.DistinctBytes[I];
    Distinct = G.HasForm ? std::min(AtL2[I], All.distinct(G, Whole))
                         : AccessGroups::gathered(G, AtL2[I]);
    auto Range = G.HasForm ? All.range(G, Whole) : std::pair<double, double>();
    Total.add(G, G.HasForm ? All.lineBytes(G, Whole) : Distinct, Range);
  }
  Out.Stays = hitShare(Total.total(), Place.L2Bytes);
  // A launch that started with an empty cache ends with a part of it written
  // and not yet written back; one of many writes back what the one before left.
  double Written = 0;
  for (size_t I = 0; I < Count; ++I)
    if (Writes[I] > 0)
      Written += Out.DistinctBytes[I];
  Out.LeftDirty = TheLaunch.Conditions.L2 == L2State::Cold && Written > 0
                      ? std::min(1.0, MostDirtyOfL2 * Place.L2Bytes / Written)
                      : Out.Stays;
  return Out;
}

/// Adds what the groups \p Of share while \p Part of the launch runs, as far as
/// the L2 keeps what that touches.
void CacheTraffic::addShared(const LaunchPart &Part, llvm::ArrayRef<size_t> Of,
                             SharedData &Out) const {
  UnionBytes Lines, Read, Written;
  const double Share = Part.Blocks.count() / std::max(Place.Grid.count(), 1.0);
  for (size_t I : Of) {
    const AccessGroup &G = All.Groups[I];
    const double Asked = AtL2[I] * Share;
    if (!G.HasForm) {
      Lines.add(G, AccessGroups::gathered(G, Asked), {});
      continue;
    }
    const auto Range = All.range(G, Part);
    const double Bytes = All.distinct(G, Part);
    Lines.add(G, All.lineBytes(G, Part), Range);
    if (Reads[I] > 0)
      Read.add(G, Bytes, Range);
    if (Writes[I] > 0)
      Written.add(G, Bytes, Range);
  }
  const double Stays = hitShare(Lines.total(), Place.L2Bytes);
  for (size_t I : Of) {
    const AccessGroup &G = All.Groups[I];
    Out.Read[I] = std::max(Out.Read[I], Stays * Read.sharedBy(G));
    Out.Written[I] = std::max(Out.Written[I], Stays * Written.sharedBy(G));
    for (size_t J : Of)
      if (Reads[I] > 0 && Writes[J] > 0 && writesBefore(J, I))
        Out.Read[I] = std::max(Out.Read[I], Stays * shareOf(I, J, Part));
  }
}

/// Whether group \p J writes to the array that group \p I reads, and a thread
/// comes by all of its accesses first.
bool CacheTraffic::writesBefore(size_t J, size_t I) const {
  const AccessGroup &Writer = All.Groups[J], &Reader = All.Groups[I];
  return I != J && Writer.HasForm && Reader.HasForm &&
         Writer.Base == Reader.Base && Writer.BaseIndex == Reader.BaseIndex &&
         Writer.Base != Access::BaseKind::Unknown &&
         *llvm::max_element(Writer.Members) <
             *llvm::min_element(Reader.Members);
}

/// The share of what group \p I touches over \p Part that group \p J touches,
/// too.
double CacheTraffic::shareOf(size_t I, size_t J, const LaunchPart &Part) const {
  UnionBytes Both;
  double Sum = 0;
  for (size_t Of : {I, J}) {
    const double Bytes = All.distinct(All.Groups[Of], Part);
    Both.add(All.Groups[Of], Bytes, All.range(All.Groups[Of], Part));
    Sum += Bytes;
  }
  const double Own = All.distinct(All.Groups[I], Part);
  return Own > 0 ? std::clamp((Sum - Both.total()) / Own, 0.0, 1.0) : 0;
}

/// What several groups touch comes once if it stays until all of them did: over
/// the launch, over a wave, or over one iteration of the loops that they have
/// in common.
SharedData CacheTraffic::sharedData() const {
  const size_t Count = All.Groups.size();
  SharedData Out{std::vector<double>(Count), std::vector<double>(Count)};
  std::vector<size_t> Every;
  for (size_t I = 0; I < Count; ++I)
    Every.push_back(I);
  addShared({Place.Grid}, Every, Out);
  addShared({Place.Wave}, Every, Out);
  for (size_t I = 0; I < Count; ++I) {
    std::vector<size_t> Beside;
    for (size_t J = 0; J < Count; ++J)
      if (All.Groups[J].Nest == All.Groups[I].Nest)
        Beside.push_back(J);
    if (Beside.front() == I && Beside.size() > 1 && !All.Groups[I].Nest.empty())
      addShared({Place.Wave, 0}, Beside, Out);
  }
  return Out;
}

/// Pages that DRAM opens to move \p Bytes of \p G. Sectors of one page that the
/// blocks of a wave ask for in one iteration find it open; by the next
/// iteration, others have closed it. Of places that data choose nothing is
/// said: neighbours in a mesh or a sorted list lie in few pages.
double CacheTraffic::pagesOpened(const AccessGroup &G, double Bytes) const {
  if (!G.HasForm)
    return 0;
  const LaunchPart Together{Place.Wave, 0};
  const double PerPage =
      All.distinct(G, Together) / std::max(All.pages(G, Together), 1.0);
  return Bytes / std::max<double>(PerPage, SectorBytes);
}

/// DRAM: what passes L2, less what the L2 keeps from one launch to the next.
void CacheTraffic::passDram() {
  const L2Contents Kept = contentsOfL2();
  const SharedData Shared = sharedData();
  Profile.DramReadBytes = Profile.DramWriteBytes = 0;
  Profile.DramStreams.clear();
  for (size_t I = 0; I < All.Groups.size(); ++I) {
    const double Distinct = Kept.DistinctBytes[I];
    auto Moved = [&](double Asked, double Twice, double Stays) {
      return std::max(0.0, std::min(ToDram[I] - Distinct * Twice, Asked) -
                               Distinct * Stays);
    };
    const double Write = Moved(Writes[I], Shared.Written[I], Kept.LeftDirty);
    const double Read =
        Moved(Reads[I], Shared.Read[I],
              TheLaunch.Conditions.L2 == L2State::Warm ? Kept.Stays : 0);
    Profile.DramWriteBytes += Write;
    Profile.DramReadBytes += Read;
    Profile.DramStreams.push_back(
        {Read + Write, pagesOpened(All.Groups[I], Read + Write),
         std::vector<AccessId>(All.Groups[I].Members.begin(),
                               All.Groups[I].Members.end())});
    fillL2Misses(I, Read, Write);
  }
}

/// \p Read and \p Write: bytes that the group moves from and to DRAM.
void CacheTraffic::fillL2Misses(size_t Group, double Read, double Write) {
  const AccessGroup &G = All.Groups[Group];
  const Waits First = waitsOf(G, Reads[Group] - G.AtomicBytes, Read);
  const double Again = missedAgain(Group);
  for (size_t Member = 0; Member < G.Members.size(); ++Member) {
    const AccessId Id = G.Members[Member];
    const Waits Wait = isReadAgain(G, Member)
                           ? Waits{First.L2 * Again, First.Dram * Again}
                           : First;
    bool IsLoad = Kernel.Accesses[Id].Kind != AccessKind::Store;
    double Of = IsLoad ? Reads[Group] : Writes[Group];
    double Out = IsLoad ? Read : Write;
    Profile.Accesses[Id].L2Waits = Wait.L2;
    Profile.Accesses[Id].DramWaits = Wait.Dram;
    Profile.Accesses[Id].L2Misses =
        Profile.Accesses[Id].L1Misses * (Of > 0 ? std::min(1.0, Out / Of) : 0);
  }
}

/// Whether a thread has loaded the same place before, in the same basic block.
/// It waits for that in a row where something stands in between, and not at all
/// where both are issued together.
bool CacheTraffic::isReadAgain(const AccessGroup &G, size_t Member) const {
  auto IsLoad = [&](size_t I) {
    return Kernel.Accesses[G.Members[I]].Kind == AccessKind::Load;
  };
  if (!G.HasForm || !G.CachedInL1 || !IsLoad(Member))
    return false;
  for (size_t I = 0; I < Member; ++I)
    if (G.Constants[I] == G.Constants[Member] && IsLoad(I) &&
        Kernel.Accesses[G.Members[I]].Block ==
            Kernel.Accesses[G.Members[Member]].Block)
      return true;
  return false;
}

/// Of what a block loads from the same places once more, the share that L1 has
/// no longer.
double CacheTraffic::missedAgain(size_t Group) const {
  const AccessGroup &G = All.Groups[Group];
  if (!G.HasForm || !G.CachedInL1)
    return 1;
  const double Once = All.distinct(G, LaunchPart()) * Place.Grid.count();
  const double Repeated = G.LoadBytes - Once;
  return Repeated > 0
             ? std::clamp((Reads[Group] - G.AtomicBytes - Once) / Repeated, 0.0,
                          1.0)
             : 1;
}

/// The warps of the launch that come by a group's accesses: a guard may leave
/// them to one thread of each block.
double CacheTraffic::warpsThatAccess(const AccessGroup &G) const {
  const LaunchCut Cut = cutOf(G.Active, TheLaunch);
  double Blocks = Place.Grid.count();
  for (double Share : Cut.BlockShares)
    Blocks *= Share;
  return std::min(Place.Warps, std::max(Blocks, 1.0) *
                                   static_cast<double>(llvm::divideCeil(
                                       Cut.Threads.count(), Place.WarpSize)));
}

/// A warp waits when it touches data for the first time, unless others did so
/// long before: in another block for L1, in another wave for L2. Neighbours in
/// one iteration wait for the one of them that misses. \p L2Bytes and
/// \p DramBytes: what the group's loads ask L2 and DRAM for.
Waits CacheTraffic::waitsOf(const AccessGroup &G, double L2Bytes,
                            double DramBytes) const {
  const double Loads = G.LoadBytes + G.AtomicBytes;
  if (!(Loads > 0))
    return {};
  const double MissL1 = std::min(1.0, (L2Bytes + G.AtomicBytes) / Loads);
  const double MissL2 = std::min(1.0, DramBytes / Loads);
  if (!G.HasForm)
    return {MissL1, MissL2};
  const double PerMember =
      Loads / static_cast<double>(std::max<size_t>(G.Members.size(), 1));
  const double First =
      std::min(1.0, All.distinct(G, {{}, ~0u, &Place.WarpShape}) *
                        warpsThatAccess(G) / PerMember);
  auto Renewed = [&](double Bytes, const Extents &Scope) {
    double Times = Place.Grid.count() / std::max(Scope.count(), 1.0);
    double Distinct = All.distinct(G, {Scope}) * Times;
    return Distinct > 0 ? std::min(1.0, Bytes / Distinct) : 1.0;
  };
  Waits Wait;
  Wait.L2 = std::max(MissL1, First * Renewed(L2Bytes + G.AtomicBytes, {}));
  Wait.Dram = std::max(MissL2, First * Renewed(DramBytes, Place.Wave));
  Wait.Dram = std::min(Wait.Dram, Wait.L2);
  return Wait;
}

void CacheTraffic::fillShares() {
  Profile.DramShare = std::clamp(
      (Profile.DramReadBytes + Profile.DramWriteBytes) / AskedBytes, 0.0, 1.0);
  Profile.L1Share =
      std::clamp(1 - Profile.L2Bytes / AskedBytes, 0.0, 1 - Profile.DramShare);
  Profile.L2Share = std::max(0.0, 1 - Profile.L1Share - Profile.DramShare);
}

/// What all wavefronts spill and load again. Their lanes' values are side by
/// side, and those of lanes that are off are moved as well: of the fit rows of
/// benchmarks/accuracy/amd.py, blocks of 48 x 1 threads take 1.54 times as long
/// as blocks of 48 x 4 (25.3 and 16.4 ms), with 1.33 times as many wavefronts
/// and as many threads.
double CacheTraffic::spilledBytes() const {
  return static_cast<double>(Kernel.SpillBytesPerThread) * Place.WarpSize *
         Profile.Warps;
}

/// Several L2s, of which each fetches what its own blocks touch.
void CacheTraffic::passDies() {
  if (Place.Dies <= 1)
    return;
  const size_t Count = All.Groups.size();
  const LaunchPart Whole{Place.Grid};
  const Dealing Of{Place.Grid, Place.Dealt, unsigned(Place.Dies)};
  std::vector<double> Distinct(Count), Times(Count, 1);
  for (size_t I = 0; I < Count; ++I)
    Distinct[I] = All.Groups[I].HasForm
                      ? std::min(AtL2[I], All.distinct(All.Groups[I], Whole))
                      : AccessGroups::gathered(All.Groups[I], AtL2[I]);
  // Between two visits, all that the dies touch takes room in their L2s, copies
  // and all.
  auto Kept = [&](double Blocks) {
    double Bytes = 0;
    for (size_t I = 0; I < Count; ++I) {
      const AccessGroup &G = All.Groups[I];
      const double Places =
          G.HasForm ? placesTouched(G.Form, G.Constants, Of, Blocks) : Blocks;
      Bytes += Distinct[I] * Places / Place.Grid.count();
    }
    return hitShare(Bytes, Place.L2Bytes);
  };
  for (size_t I = 0; I < Count; ++I)
    if (All.Groups[I].HasForm && Reads[I] > 0)
      Times[I] =
          timesFetched(All.Groups[I].Form, All.Groups[I].Constants, Of, Kept);
  CacheScope OfDie;
  OfDie.Blocks = Place.Wave, OfDie.Grid = Place.Grid;
  OfDie.CapacityBytes = OfDie.CacheBytes = Place.L2Bytes / Place.Dies;
  OfDie.AcrossScopes = true;
  const std::vector<double> Small = movedBytes(All, OfDie, AtL2);
  for (size_t I = 0; I < Count; ++I) {
    const double Through = All.Groups[I].HasForm
                               ? std::max(FromL2[I], Distinct[I] * Times[I])
                               : Small[I];
    Profile.FabricBytes +=
        std::min(Reads[I], Through) + std::min(Writes[I], FromL2[I]);
  }
}

/// Local memory lives in L1 while the resident threads' stacks fit. A thread
/// writes over what the one before it in its place has left, so that the stacks
/// of the threads in flight are all that there is; where these do not fit into
/// the L2, either, they come from DRAM and go there.
void CacheTraffic::passStacks() {
  double PerThread = static_cast<double>(Kernel.LocalBytesPerThread);
  if (Place.IsAmd) {
    PerThread =
        std::max(PerThread, static_cast<double>(Kernel.ScratchBytesPerThread));
    StackReads += spilledBytes() / 2, StackWrites += spilledBytes() / 2;
  }
  const double Stacks = PerThread * Place.BlocksPerSm *
                        static_cast<double>(TheLaunch.Block.count());
  if (!(Stacks > Place.L1Bytes))
    return;
  Profile.L2Bytes += StackReads + StackWrites;
  const double Missed = 1 - hitShare(Stacks * Place.Sms, Place.L2Bytes);
  Profile.DramReadBytes += StackReads * Missed;
  Profile.DramWriteBytes += StackWrites * Missed;
}

void gpuperf::computeCacheTraffic(const KernelSummary &Kernel,
                                  const Launch &WholeLaunch,
                                  const GpuModel &Gpu,
                                  unsigned ResidentBlocksPerSm,
                                  WarpProfile &Profile, uint64_t &Steps) {
  assert(Profile.Accesses.size() == Kernel.Accesses.size() &&
         Profile.Loops.size() == Kernel.Loops.size() &&
         "the profile of another kernel");
  const Launch TheLaunch = workingLaunch(Kernel, WholeLaunch, Profile);
  Placement Place = placementOf(Kernel, TheLaunch, Gpu, ResidentBlocksPerSm);
  Place.Dealt = Extents::of(WholeLaunch.Grid);
  std::vector<double> Trips;
  for (const LoopProfile &Loop : Profile.Loops)
    Trips.push_back(std::max(1.0, Loop.MeanTrip));
  const std::vector<std::optional<AffineForm>> Forms =
      formsOf(Kernel, TheLaunch, Profile, Trips, Steps);
  fillFootprints(Kernel, TheLaunch, Place, Forms, Trips, Profile);
  const bool PlainInL1 = TheLaunch.Conditions.L1 == L1Mode::On &&
                         Gpu.Arch.L1CachesPlainGlobalLoads;
  CacheTraffic Traffic(Kernel, TheLaunch, Place, Profile);
  if (!Traffic.groupAccesses(PlainInL1, Forms)) {
    Profile.L1Share = 1, Profile.L2Share = Profile.DramShare = 0;
    Traffic.passStacks();
    return;
  }
  Traffic.passL1();
  Traffic.passL2();
  Traffic.passDies();
  Traffic.passDram();
  Traffic.fillShares();
  Traffic.passStacks();
}
