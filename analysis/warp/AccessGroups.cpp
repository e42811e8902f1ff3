//===- AccessGroups.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/AccessGroups.h"
#include "analysis/warp/Gather.h"
#include "analysis/warp/Requests.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace gpuperf;

double gpuperf::requestedSectorBytes(const AccessProfile &A) {
  return A.Requests * A.SectorsPerRequest.Value * SectorBytes;
}

Dim3 gpuperf::warpShape(const Dim3 &Block, unsigned WarpSize) {
  auto Part = [](uint64_t Lanes, uint64_t Extent) {
    return std::clamp<uint64_t>(Lanes, 1, std::max<uint64_t>(Extent, 1));
  };
  Dim3 Shape;
  Shape.X = Part(WarpSize, Block.X);
  Shape.Y = Part(WarpSize / Shape.X, Block.Y);
  Shape.Z = Part(WarpSize / (Shape.X * Shape.Y), Block.Z);
  return Shape;
}

AccessGroup AccessGroup::between(AccessId First, AccessId Last) const {
  AccessGroup Part = *this;
  Part.Members.clear(), Part.Constants.clear();
  for (size_t I = 0; I < Members.size(); ++I)
    if (Members[I] >= First && Members[I] <= Last) {
      Part.Members.push_back(Members[I]);
      Part.Constants.push_back(Constants[I]);
    }
  return Part;
}

AccessGroups::AccessGroups(const KernelSummary &Kernel, const Launch &TheLaunch,
                           const WarpProfile &Profile, unsigned WarpSize,
                           bool JoinsLoads)
    : Kernel(Kernel), TheLaunch(TheLaunch), Profile(Profile),
      Warps(static_cast<double>(TheLaunch.Grid.count()) *
            static_cast<double>(
                llvm::divideCeil(TheLaunch.Block.count(), WarpSize))),
      JoinsLoads(JoinsLoads), WarpShape(warpShape(TheLaunch.Block, WarpSize)) {
  for (const LoopProfile &Lp : Profile.Loops)
    Trips.push_back(std::max(1.0, Lp.MeanTrip));
}

static bool sameStrides(const AffineForm &A, const AffineForm &B) {
  if (A.Variables.size() != B.Variables.size())
    return false;
  return llvm::all_of(A.Variables, [&](const AddressVariable &V) {
    return llvm::any_of(B.Variables, [&](const AddressVariable &O) {
      return O.Kind == V.Kind && O.Loop == V.Loop && O.Divisor == V.Divisor &&
             O.StrideBytes == V.StrideBytes;
    });
  });
}

/// Whether a thread may come by \p To after \p From in one iteration of every
/// loop.
static bool comesBy(const KernelSummary &Kernel, BlockId From, BlockId To) {
  llvm::SmallVector<BlockId, 16> Work = {From};
  llvm::SmallDenseSet<BlockId, 16> Seen;
  while (!Work.empty()) {
    const BlockId At = Work.pop_back_val();
    if (At == To)
      return true;
    if (!Seen.insert(At).second)
      continue;
    for (BlockId Next : Kernel.Blocks[At].Succs) {
      const LoopId Lp = Kernel.Blocks[Next].InnermostLoop;
      const bool Back = Lp != NoId && Kernel.Loops[Lp].Header == Next &&
                        llvm::is_contained(Kernel.Loops[Lp].Latches, At);
      if (!Back)
        Work.push_back(Next);
    }
  }
  return false;
}

/// The bytes of the sectors that the code asks for by access \p Id.
double AccessGroups::writtenSectorBytes(AccessId Id) const {
  const AccessProfile &Of = Profile.Accesses[Id];
  const Access &A = Kernel.Accesses[Id];
  const double Bytes = requestedSectorBytes(Of);
  if (!JoinsLoads || !(Of.Requests > 0) || A.Block >= Profile.Blocks.size())
    return Bytes;
  const double Written = Profile.Blocks[A.Block].WarpExecutions *
                         Profile.Warps * Kernel.Instrs[A.Instr].Count;
  return Bytes * std::max(1.0, Written / Of.Requests);
}

double AccessGroups::requestedShare(const AccessGroup &G, AccessId Id) const {
  double Times = Warps;
  for (LoopId Lp : G.Nest)
    Times *= Trips[Lp];
  if (!G.HasForm || !(Times > 0))
    return 1;
  LaunchPart OneWarp;
  OneWarp.FullLoops = 0;
  OneWarp.Threads = &WarpShape;
  const double Full = distinctBytes(
      wholeBox(G, OneWarp), Kernel.Accesses[Id].BytesPerLane, SectorBytes);
  // A guard on what the address does not depend on (tid == 0, the first row)
  // leaves all places, which fewer warps visit.
  return std::min(1.0,
                  writtenSectorBytes(Id) / (Times * Full) * warpsPerPlace(G));
}

double AccessGroups::warpsPerPlace(const AccessGroup &G) const {
  double Warps = 1;
  auto Over = [&](ExprKind Kind, double Count, LoopId Loop = NoId) {
    auto Is = [&](const AddressVariable &V) {
      return V.Kind == Kind && V.Loop == Loop && V.StrideBytes != 0;
    };
    if (llvm::none_of(G.Form.Variables, Is))
      Warps *= std::max(1.0, Count);
  };
  auto Times = [](uint64_t Threads, uint64_t OfWarp) {
    return static_cast<double>(Threads) / static_cast<double>(OfWarp);
  };
  Over(ExprKind::TidX, Times(TheLaunch.Block.X, WarpShape.X));
  Over(ExprKind::TidY, Times(TheLaunch.Block.Y, WarpShape.Y));
  Over(ExprKind::TidZ, Times(TheLaunch.Block.Z, WarpShape.Z));
  Over(ExprKind::CtaidX, static_cast<double>(TheLaunch.Grid.X));
  Over(ExprKind::CtaidY, static_cast<double>(TheLaunch.Grid.Y));
  Over(ExprKind::CtaidZ, static_cast<double>(TheLaunch.Grid.Z));
  for (LoopId Lp : G.Nest)
    Over(ExprKind::LoopIter, Trips[Lp], Lp);
  return Warps;
}

void AccessGroups::addShare(AccessGroup &G, AccessId Id) const {
  const BlockId At = Kernel.Accesses[Id].Block;
  const double Share = requestedShare(G, Id);
  // Blocks that one thread runs one after the other touch the same places;
  // those of which it runs one touch places of their own.
  AccessGroup::GuardShare *Same = nullptr;
  for (AccessGroup::GuardShare &Of : G.Shares)
    if (!Same && (Of.Block == At || comesBy(Kernel, Of.Block, At) ||
                  comesBy(Kernel, At, Of.Block)))
      Same = &Of;
  if (Same)
    Same->Share = std::max(Same->Share, Share);
  else
    G.Shares.push_back({At, Share});
  G.ActiveShare = 0;
  for (const AccessGroup::GuardShare &Of : G.Shares)
    G.ActiveShare = std::min(1.0, G.ActiveShare + Of.Share);
}

void AccessGroups::add(AccessId Id, bool CachedInL1,
                       const std::optional<AffineForm> &Form) {
  const Access &A = Kernel.Accesses[Id];
  const AccessProfile &Counts = Profile.Accesses[Id];
  AccessGroup G;
  G.Base = A.Base, G.BaseIndex = A.BaseIndex;
  G.ElementBytes = A.BytesPerLane;
  G.ArrayBytes = bytesBehind(Kernel, A, TheLaunch);
  if (Form)
    G.HasForm = true, G.Form = *Form;
  for (LoopId At = Kernel.Blocks[A.Block].InnermostLoop; At != NoId;
       At = Kernel.Loops[At].Parent)
    G.Nest.push_back(At);

  AccessGroup *Into = nullptr;
  for (AccessGroup &O : Groups)
    if (G.HasForm && O.HasForm && O.Base == G.Base &&
        O.BaseIndex == G.BaseIndex && O.Nest == G.Nest &&
        sameStrides(O.Form, G.Form))
      Into = &O;
  if (!Into) {
    Groups.push_back(G);
    Into = &Groups.back();
  }
  Into->Members.push_back(Id);
  Into->Constants.push_back(G.Form.ConstantBytes);
  Into->ElementBytes = std::max(Into->ElementBytes, G.ElementBytes);
  if (A.Block < Profile.Blocks.size())
    Into->Active.add(Profile.Blocks[A.Block].Active);
  addShare(*Into, Id);
  double Bytes = requestedSectorBytes(Counts);
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

namespace {
/// A box that is widened by the distances between some members of a group,
/// expressed in steps of its variables, largest stride first.
class WidenedBox {
public:
  explicit WidenedBox(llvm::ArrayRef<BoxDimension> Box)
      : Box(Box), Steps(Box.size(), {0, 0}) {
    for (unsigned I = 0; I < Box.size(); ++I)
      if (Box[I].StrideBytes != 0)
        Order.push_back(I);
    llvm::sort(Order, [&](unsigned A, unsigned B) {
      return std::fabs(Box[A].StrideBytes) > std::fabs(Box[B].StrideBytes);
    });
  }

  /// \p Bytes: from the first member.
  void add(double Bytes) {
    for (unsigned I : Order) {
      const double Stride = std::fabs(Box[I].StrideBytes);
      // Half a step stays in steps of the smaller strides.
      const double Q =
          std::copysign(std::ceil(std::fabs(Bytes / Stride) - 0.5), Bytes);
      Bytes -= Q * Stride;
      Steps[I].first = std::min(Steps[I].first, Q);
      Steps[I].second = std::max(Steps[I].second, Q);
    }
    // What no number of steps explains.
    RestLo = std::min(RestLo, Bytes), RestHi = std::max(RestHi, Bytes);
  }

  double distinct(double ElementBytes, double GranuleBytes) const {
    llvm::SmallVector<BoxDimension, 9> Wide(Box.begin(), Box.end());
    for (unsigned I = 0; I < Wide.size(); ++I)
      Wide[I].Count += Steps[I].second - Steps[I].first;
    return distinctBytes(Wide, ElementBytes + RestHi - RestLo, GranuleBytes);
  }

private:
  llvm::ArrayRef<BoxDimension> Box;
  llvm::SmallVector<unsigned, 9> Order;
  llvm::SmallVector<std::pair<double, double>, 9> Steps;
  double RestLo = 0, RestHi = 0;
};
} // namespace

/// Distinct bytes of \p Box at all of \p Constants. Members that are near each
/// other share a box, which covers what is between them; those that are far
/// apart, such as planes that a thread reads one element of each, have one
/// each.
static double distinctOfMembers(llvm::ArrayRef<BoxDimension> Box,
                                llvm::ArrayRef<double> Constants,
                                double ElementBytes, double GranuleBytes) {
  llvm::SmallVector<double, 8> Sorted(Constants);
  llvm::sort(Sorted);
  Sorted.erase(llvm::unique(Sorted), Sorted.end());
  const double One = distinctBytes(Box, ElementBytes, GranuleBytes);
  WidenedBox All(Box), Near(Box);
  double Sum = 0, OfNear = One, First = Sorted.front();
  for (double C : llvm::drop_begin(Sorted)) {
    All.add(C - Sorted.front());
    WidenedBox Wider = Near;
    Wider.add(C - First);
    const double Together = Wider.distinct(ElementBytes, GranuleBytes);
    if (Together <= OfNear + One) {
      Near = std::move(Wider), OfNear = Together;
      continue;
    }
    Sum += OfNear;
    Near = WidenedBox(Box), OfNear = One, First = C;
  }
  return std::min(Sum + OfNear, All.distinct(ElementBytes, GranuleBytes));
}

llvm::SmallVector<BoxDimension, 9>
AccessGroups::box(const AccessGroup &G, const LaunchPart &Part) const {
  const LaunchCut Cut = cutOf(G.Active, TheLaunch);
  Dim3 Threads = Part.Threads ? *Part.Threads : TheLaunch.Block;
  Threads.X = std::min(Threads.X, Cut.Threads.X);
  Threads.Y = std::min(Threads.Y, Cut.Threads.Y);
  Threads.Z = std::min(Threads.Z, Cut.Threads.Z);
  LaunchPart Left = Part;
  Left.Threads = &Threads;
  Left.Blocks.X = std::max(1.0, Part.Blocks.X * Cut.BlockShares[0]);
  Left.Blocks.Y = std::max(1.0, Part.Blocks.Y * Cut.BlockShares[1]);
  Left.Blocks.Z = std::max(1.0, Part.Blocks.Z * Cut.BlockShares[2]);
  return wholeBox(G, Left);
}

llvm::SmallVector<BoxDimension, 9>
AccessGroups::wholeBox(const AccessGroup &G, const LaunchPart &Part) const {
  std::vector<double> PartTrips(Trips.size(), 1);
  for (unsigned I = 0; I < std::min<size_t>(G.Nest.size(), Part.FullLoops); ++I)
    PartTrips[G.Nest[I]] = Trips[G.Nest[I]];
  FootprintScope Scope;
  Scope.Threads = Part.Threads ? *Part.Threads : TheLaunch.Block;
  Scope.Blocks = Part.Blocks;
  Scope.Trips = PartTrips;
  return boxOf(G.Form, Scope);
}

double AccessGroups::gathered(const AccessGroup &G, double Asked) {
  return distinctDraws(Asked / SectorBytes,
                       std::ceil(G.ArrayBytes / SectorBytes)) *
         SectorBytes;
}

double AccessGroups::visitsPerPlace(const AccessGroup &G,
                                    const LaunchPart &Part) const {
  const auto Box = box(G, Part);
  double All = std::max(G.ElementBytes, 1.0);
  for (const BoxDimension &D : Box)
    if (D.StrideBytes != 0)
      All *= std::max(D.Count, 1.0);
  const double Distinct = distinctBytes(Box, G.ElementBytes, G.ElementBytes);
  return Distinct > 0 ? std::max(1.0, All / Distinct) : 1;
}

double AccessGroups::visitedShare(const AccessGroup &G,
                                  const LaunchPart &Part) const {
  if (G.ActiveShare >= 1)
    return 1;
  // What of the guards the box does not show.
  double Within = G.ActiveShare;
  for (auto [Whole, Left] : llvm::zip(wholeBox(G, Part), box(G, Part)))
    if (Whole.StrideBytes != 0)
      Within *= Whole.Count / Left.Count;
  // Threads beyond the end of a row, which the guard stops, would come to the
  // next row, or to the plane of the next iteration: others visit these places.
  return std::min(1.0, Within * visitsPerPlace(G, Part));
}

double AccessGroups::distinct(const AccessGroup &G, const LaunchPart &Part,
                              double GranuleBytes) const {
  double Bytes = distinctOfMembers(box(G, Part), G.Constants, G.ElementBytes,
                                   GranuleBytes);
  if (G.ArrayBytes > 0)
    Bytes =
        std::min(Bytes, std::ceil(G.ArrayBytes / GranuleBytes) * GranuleBytes);
  return std::max(Bytes * visitedShare(G, Part), std::min(Bytes, GranuleBytes));
}

double AccessGroups::distinct(const AccessGroup &G,
                              const LaunchPart &Part) const {
  return distinct(G, Part, SectorBytes);
}

double AccessGroups::lineBytes(const AccessGroup &G,
                               const LaunchPart &Part) const {
  return distinct(G, Part, LineBytes);
}

double AccessGroups::pages(const AccessGroup &G, const LaunchPart &Part) const {
  return distinct(G, Part, WarpProfile::DramPageBytes) /
         WarpProfile::DramPageBytes;
}

std::pair<double, double> AccessGroups::range(const AccessGroup &G,
                                              const LaunchPart &Part) const {
  auto [Lo, Hi] = std::minmax_element(G.Constants.begin(), G.Constants.end());
  double First = *Lo, Last = *Hi + G.ElementBytes;
  // A box does not say in which direction its strides go; the form's variables
  // do.
  auto Box = box(G, Part);
  for (size_t I = 0; I < Box.size(); ++I) {
    double Length = std::fabs(Box[I].StrideBytes) * (Box[I].Count - 1);
    (G.Form.Variables[I].StrideBytes < 0 ? First : Last) +=
        G.Form.Variables[I].StrideBytes < 0 ? -Length : Length;
  }
  return {First, Last};
}

void UnionBytes::add(const AccessGroup &G, double Bytes,
                     std::pair<double, double> Range) {
  if (G.HasForm && G.Base != Access::BaseKind::Unknown)
    for (Part &P : Parts)
      if (P.Base == G.Base && P.BaseIndex == G.BaseIndex) {
        P.Bytes += Bytes;
        P.First = std::min(P.First, Range.first);
        P.Last = std::max(P.Last, Range.second);
        return;
      }
  if (!G.HasForm || G.Base == Access::BaseKind::Unknown)
    Parts.push_back({Access::BaseKind::Unknown, NoId, Bytes, 0, HUGE_VAL});
  else
    Parts.push_back({G.Base, G.BaseIndex, Bytes, Range.first, Range.second});
}

double UnionBytes::Part::total() const {
  return std::min(Bytes, std::ceil((Last - First) / LineBytes + 1) * LineBytes);
}

double UnionBytes::total() const {
  double Sum = 0;
  for (const Part &P : Parts)
    Sum += P.total();
  return Sum;
}

double UnionBytes::sharedBy(const AccessGroup &G) const {
  if (G.HasForm && G.Base != Access::BaseKind::Unknown)
    for (const Part &P : Parts)
      if (P.Base == G.Base && P.BaseIndex == G.BaseIndex && P.Bytes > 0)
        return 1 - P.total() / P.Bytes;
  return 0;
}
