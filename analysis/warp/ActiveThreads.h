//===- ActiveThreads.h - Which threads come by a place ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A guard such as `if (x < width && y < height)` leaves a box of the launch's
// threads. Whatever grid is around it, those in the box touch the same data. So
// it is noted how far the threads that come by a basic block reach along each
// dimension, of a block of threads and of the grid.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_ACTIVETHREADS_H
#define GPUPERF_ANALYSIS_WARP_ACTIVETHREADS_H

#include "analysis/Launch.h"
#include <algorithm>
#include <array>

namespace gpuperf {

/// The least interval that has everything which was added to it.
struct Interval {
  uint64_t First = ~uint64_t(0), End = 0;
  bool isEmpty() const { return First >= End; }
  uint64_t count() const { return isEmpty() ? 0 : End - First; }
  void add(const Interval &Other) {
    First = std::min(First, Other.First);
    End = std::max(End, Other.End);
  }
};

/// Intervals along x, y and z.
using Box3 = std::array<Interval, 3>;

/// The box around some threads of a launch.
struct ActiveThreads {
  Box3 InBlock; ///< by threadIdx
  Box3 InGrid;  ///< by blockIdx * blockDim + threadIdx

  bool isEmpty() const { return InBlock[0].isEmpty(); }
  void add(const ActiveThreads &Other);
  /// Adds \p Threads of each of \p Blocks; none where the former is empty.
  void add(const Box3 &Threads, const Box3 &Blocks, const Dim3 &BlockExtents);
};

/// How much of a launch a box of threads is.
struct LaunchCut {
  Dim3 Threads; ///< extents of a block, without what no block has of the box
  /// Of the grid's extents, the share that is left.
  std::array<double, 3> BlockShares = {1, 1, 1};
};

/// All of the launch where \p Active is empty.
LaunchCut cutOf(const ActiveThreads &Active, const Launch &TheLaunch);

/// \p TheLaunch with those of its blocks alone that have threads of \p Active,
/// moved to the start of the grid; all of it where \p Active is empty.
Launch withoutIdleBlocks(const Launch &TheLaunch, const ActiveThreads &Active);

/// The box around the threads of one block that are lanes \p Mask, of which
/// lane 0 is thread \p FirstThread of the block.
Box3 boxAroundLanes(uint64_t Mask, uint64_t FirstThread,
                    const Dim3 &BlockExtents);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_ACTIVETHREADS_H
