//===- Reuse.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Reuse.h"
#include "analysis/warp/Requests.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;

double gpuperf::hitShare(double Bytes, double Capacity) {
  if (!(Capacity > 0))
    return 0;
  const double X = Bytes / Capacity;
  return 1 - std::exp(-37.1 * std::exp(-3.2 * X));
}

namespace {
/// One group at one scope: distinct bytes when the innermost 0, 1, ... loops of
/// its nest run in full.
struct Levels {
  llvm::SmallVector<double, 5> Distinct;
  llvm::SmallVector<double, 5> Lines; ///< room in the cache
  llvm::SmallVector<std::pair<double, double>, 5> Ranges;
  double Asked = 0; ///< bytes of one iteration of all loops, one scope
};

class Reuse {
public:
  Reuse(const AccessGroups &Groups, const CacheScope &Scope,
        llvm::ArrayRef<double> Asked)
      : All(Groups), Scope(Scope), Asked(Asked) {
    Scopes = Scope.Grid.count() / std::max(Scope.Blocks.count(), 1.0);
    for (size_t I = 0; I < All.Groups.size(); ++I)
      Of.push_back(levelsOf(I));
  }

  double moved(size_t I) {
    const AccessGroup &G = All.Groups[I];
    if (!(Asked[I] > 0))
      return Asked[I];
    if (!G.HasForm)
      return gatherMoved(I);
    const Levels &Lv = Of[I];
    double Moved = step(betweenMembers(I), Lv.Distinct[0], Lv.Asked);
    for (unsigned Depth = 0; Depth < G.Nest.size(); ++Depth)
      Moved = step(footprint(G.Nest[Depth]), Lv.Distinct[Depth + 1],
                   Moved * All.trips(G.Nest[Depth]));
    if (!Scope.AcrossScopes)
      return std::min(Asked[I], Moved * Scopes);
    // Outside of the scope: blocks along a row, then rows of a plane, then
    // planes.
    LaunchPart Part;
    Part.Blocks = Scope.Blocks;
    auto Widen = [&](double &Extent, double Full) {
      double Times = Full / Extent;
      if (Times <= 1)
        return;
      double Touched = footprint(Part);
      Extent = Full;
      Moved = step(Touched, whole(I, Part), Moved * Times);
    };
    Widen(Part.Blocks.X, Scope.Grid.X);
    Widen(Part.Blocks.Y, Scope.Grid.Y);
    Widen(Part.Blocks.Z, Scope.Grid.Z);
    return std::min(Asked[I], Moved);
  }

private:
  /// Of a group whose places data choose.
  double gatherMoved(size_t I) const {
    const AccessGroup &G = All.Groups[I];
    if (!(G.ArrayBytes > 0) || !(Scope.CacheBytes > 0))
      return Asked[I];
    const double Distinct =
        AccessGroups::gathered(G, Asked[I] / Scope.Caches) * Scope.Caches;
    const double Fits = std::min(1.0, Scope.CacheBytes / G.ArrayBytes);
    return Fits * std::min(Distinct, Asked[I]) + (1 - Fits) * Asked[I];
  }

  double step(double Touched, double Distinct, double Moved) const {
    double Fits = hitShare(Touched, Scope.CapacityBytes);
    return Fits * std::min(Distinct, Moved) + (1 - Fits) * Moved;
  }

  Levels levelsOf(size_t I) const {
    const AccessGroup &G = All.Groups[I];
    Levels Lv;
    double Points = Scopes;
    for (LoopId Loop : G.Nest)
      Points *= All.trips(Loop);
    Lv.Asked = Asked[I] / std::max(Points, 1.0);
    double Requested = Lv.Asked;
    for (unsigned Depth = 0; Depth <= G.Nest.size(); ++Depth) {
      LaunchPart Part{Scope.Blocks, Depth};
      double Bytes = Requested, Lines = Requested;
      if (G.HasForm) {
        Bytes = std::min(Bytes, All.distinct(G, Part));
        Lines =
            std::min(Lines * (LineBytes / SectorBytes), All.lineBytes(G, Part));
      } else {
        Bytes = Lines = AccessGroups::gathered(G, Bytes);
      }
      Lv.Distinct.push_back(Bytes);
      Lv.Lines.push_back(Lines);
      Lv.Ranges.push_back(G.HasForm ? All.range(G, Part)
                                    : std::pair<double, double>());
      if (Depth < G.Nest.size())
        Requested *= All.trips(G.Nest[Depth]);
    }
    return Lv;
  }

  /// The level of \p G at which one iteration of \p Loop is (NoId: the kernel's
  /// outermost level); nothing if it is not in that loop.
  static std::optional<size_t> depthOf(const AccessGroup &G, LoopId Loop) {
    if (Loop == NoId)
      return G.Nest.empty() ? std::optional<size_t>(0) : std::nullopt;
    auto *At = llvm::find(G.Nest, Loop);
    if (At == G.Nest.end())
      return std::nullopt;
    return At - G.Nest.begin();
  }

  /// What one iteration of \p Loop touches.
  double footprint(LoopId Loop) const {
    UnionBytes Sum;
    for (size_t J = 0; J < All.Groups.size(); ++J)
      if (auto Depth = depthOf(All.Groups[J], Loop); Depth && Asked[J] > 0)
        Sum.add(All.Groups[J], Of[J].Lines[*Depth], Of[J].Ranges[*Depth]);
    return Sum.total();
  }

  /// What one iteration of the innermost loop of group \p I touches from the
  /// first of the group's members to the last. A thread that reads neighbours
  /// one after the other finds them, however much it touches before and after.
  double betweenMembers(size_t I) const {
    const AccessGroup &G = All.Groups[I];
    auto [First, Last] =
        std::minmax_element(G.Members.begin(), G.Members.end());
    const LoopId Loop = G.Nest.empty() ? NoId : G.Nest.front();
    UnionBytes Sum;
    for (size_t J = 0; J < All.Groups.size(); ++J) {
      const AccessGroup &Other = All.Groups[J];
      auto Depth = depthOf(Other, Loop);
      if (!Depth || !(Asked[J] > 0))
        continue;
      const AccessGroup Part = Other.between(*First, *Last);
      if (Part.Members.empty())
        continue;
      double Lines = Of[J].Lines[*Depth];
      if (Part.Members.size() < Other.Members.size())
        Lines =
            Other.HasForm
                ? std::min(Lines,
                           All.lineBytes(Part, {Scope.Blocks,
                                                static_cast<unsigned>(*Depth)}))
                : Lines * static_cast<double>(Part.Members.size()) /
                      static_cast<double>(Other.Members.size());
      Sum.add(Other, Lines, Of[J].Ranges[*Depth]);
    }
    return Sum.total();
  }

  /// What all loops of all groups touch.
  double footprint(const LaunchPart &Part) const {
    UnionBytes Sum;
    for (size_t J = 0; J < All.Groups.size(); ++J) {
      const AccessGroup &G = All.Groups[J];
      if (!(Asked[J] > 0))
        continue;
      if (G.HasForm)
        Sum.add(G, All.lineBytes(G, Part), All.range(G, Part));
      else
        Sum.add(G, whole(J, Part), {});
    }
    return Sum.total();
  }

  /// Distinct bytes of group \p I over all its loops.
  double whole(size_t I, const LaunchPart &Part) const {
    const AccessGroup &G = All.Groups[I];
    double Share = Part.Blocks.count() / std::max(Scope.Grid.count(), 1.0);
    double Bytes = Asked[I] * Share;
    return G.HasForm ? std::min(Bytes, All.distinct(G, Part))
                     : AccessGroups::gathered(G, Bytes);
  }

  const AccessGroups &All;
  const CacheScope &Scope;
  llvm::ArrayRef<double> Asked;
  std::vector<Levels> Of;
  double Scopes = 1;
};
} // namespace

std::vector<double> gpuperf::movedBytes(const AccessGroups &Groups,
                                        const CacheScope &Scope,
                                        llvm::ArrayRef<double> Asked) {
  Reuse R(Groups, Scope, Asked);
  std::vector<double> Out;
  for (size_t I = 0; I < Groups.Groups.size(); ++I)
    Out.push_back(R.moved(I));
  return Out;
}
