//===- AccessGroups.h - Accesses that share their data ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses from one base with the same strides, such as the neighbours of a
// stencil, or the read and the write of an update, share most of their data.
// Together they touch one lattice box (Footprint.h), widened by the distances
// between them. So what a cache holds and what memory moves is counted per
// group of such accesses.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_ACCESSGROUPS_H
#define GPUPERF_ANALYSIS_WARP_ACCESSGROUPS_H

#include "analysis/footprint/Footprint.h"
#include "analysis/warp/WarpProfile.h"

namespace gpuperf {

/// Threads of one warp as a box, never more than there are in a warp: where
/// rows of a block do not divide it, whole rows only.
Dim3 warpShape(const Dim3 &Block, unsigned WarpSize);

struct AccessGroup {
  Access::BaseKind Base = Access::BaseKind::Unknown;
  uint32_t BaseIndex = NoId;
  AffineForm Form;
  /// Else data decide which places are accessed (Gather.h).
  bool HasForm = false;
  double ArrayBytes = 0; ///< of all that it may access; 0: not known
  llvm::SmallVector<double, 8> Constants; ///< offsets of the members, bytes
  llvm::SmallVector<AccessId, 8> Members;
  double ElementBytes = 4;
  llvm::SmallVector<LoopId, 4> Nest; ///< innermost first
  bool HasLoad = false, HasStore = false, CachedInL1 = false;
  /// Sector bytes requested over the launch.
  double LoadBytes = 0, StoreBytes = 0, AtomicBytes = 0;
  double requestedBytes() const { return LoadBytes + StoreBytes + AtomicBytes; }
  /// The group with only those members that a thread comes by from \p First to
  /// \p Last; its bytes stay those of all.
  AccessGroup between(AccessId First, AccessId Last) const;
  /// Share of the box's sectors that are visited; guards such as `if (i < n)`
  /// leave some out. It is the sum over the branches of which a thread takes
  /// one, each with the share of its own guard.
  double ActiveShare = 1;
  struct GuardShare {
    BlockId Block; ///< of the kernel; with those before and after it
    double Share;
  };
  llvm::SmallVector<GuardShare, 4> Shares;
  /// The threads that its guards leave, as a box.
  ActiveThreads Active;
};

/// A part of a launch: some of its blocks, in which the innermost FullLoops
/// loops of a group's nest run in full and the others run once.
struct LaunchPart {
  Extents Blocks;
  unsigned FullLoops = ~0u;
  const Dim3 *Threads = nullptr; ///< of each block; null: all
};

class AccessGroups {
public:
  /// \p JoinsLoads: the machine joins loads of neighbours to wider ones. The
  /// profile then has fewer requests than the code, for the same places.
  AccessGroups(const KernelSummary &Kernel, const Launch &TheLaunch,
               const WarpProfile &Profile, unsigned WarpSize = 32,
               bool JoinsLoads = false);

  /// Adds a global access of the given form (AddressForms.h), if there is one;
  /// \p CachedInL1 for loads that L1 may hold.
  void add(AccessId Id, bool CachedInL1, const std::optional<AffineForm> &Form);

  /// Distinct sector bytes of a group without a form, which asks for \p Asked
  /// bytes: all of them where the size of the array is not known.
  static double gathered(const AccessGroup &G, double Asked);
  /// Distinct sector bytes of \p G, which has a form, over \p Part.
  double distinct(const AccessGroup &G, const LaunchPart &Part) const;
  /// The same in whole lines, which is the room that they take in a cache.
  double lineBytes(const AccessGroup &G, const LaunchPart &Part) const;
  /// The same in pages of DRAM: how many of them are opened.
  double pages(const AccessGroup &G, const LaunchPart &Part) const;
  /// The first byte that is touched, and the one after the last, from the base.
  std::pair<double, double> range(const AccessGroup &G,
                                  const LaunchPart &Part) const;
  double trips(LoopId Id) const { return Trips[Id]; }

  std::vector<AccessGroup> Groups;

private:
  /// What \p Id requests, of what it would request if no guard left lanes or
  /// warps out.
  double writtenSectorBytes(AccessId Id) const;
  double requestedShare(const AccessGroup &G, AccessId Id) const;
  /// How often the threads of \p Part come to the same place, on average: more
  /// than once where rows of threads are longer than those of the array, and
  /// where iterations overlap.
  double visitsPerPlace(const AccessGroup &G, const LaunchPart &Part) const;
  /// Warps and iterations that visit the same places, as the address does not
  /// depend on what tells them apart.
  double warpsPerPlace(const AccessGroup &G) const;
  void addShare(AccessGroup &G, AccessId Id) const;
  /// The box of what all threads of \p Part would touch, and of what those do
  /// that the guards of \p G leave.
  llvm::SmallVector<BoxDimension, 9> wholeBox(const AccessGroup &G,
                                              const LaunchPart &Part) const;
  llvm::SmallVector<BoxDimension, 9> box(const AccessGroup &G,
                                         const LaunchPart &Part) const;
  /// Share of the places in box() that are visited: less than all where guards
  /// leave out threads in the middle of others.
  double visitedShare(const AccessGroup &G, const LaunchPart &Part) const;
  double distinct(const AccessGroup &G, const LaunchPart &Part,
                  double GranuleBytes) const;

  const KernelSummary &Kernel;
  const Launch &TheLaunch;
  const WarpProfile &Profile;
  std::vector<double> Trips;
  double Warps; ///< of all blocks
  bool JoinsLoads;
  Dim3 WarpShape;
};

/// Sums the bytes of groups. Those of one base together are not more than the
/// bytes between the first and the last that are touched.
class UnionBytes {
public:
  void add(const AccessGroup &G, double Bytes, std::pair<double, double> Range);
  double total() const;
  /// The share of \p G's bytes that another group of its base touches too, so
  /// that the base has that much less than the sum of its groups.
  double sharedBy(const AccessGroup &G) const;

private:
  struct Part {
    Access::BaseKind Base;
    uint32_t BaseIndex;
    double Bytes, First, Last;
    double total() const;
  };
  llvm::SmallVector<Part, 8> Parts;
};

/// Sector bytes that an access asks for over the launch.
double requestedSectorBytes(const AccessProfile &A);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_ACCESSGROUPS_H
