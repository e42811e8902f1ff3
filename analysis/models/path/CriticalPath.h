//===- CriticalPath.h - Time of one thread, issued in order -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time of a thread that has the GPU to itself, as Kleimenov and Popova 2021
// define it. Instruction i issues at
//
//   max(issue of the one before + its delay,
//       issue(d) + latency(d) for operands d)
//
// A conditional branch waits for its condition and costs its delay before what
// follows; a jump to the next block costs nothing. A loop is walked for two
// iterations: the time at which the second one's back edge issues, halved, is
// the time of an iteration. In the loop around it, it is one step. Forward
// control flow: the longest path.
//
// That is theirs; of copies that the thread goes on beside they know nothing. A
// wait for them issues when the groups that it names have arrived. In cycles, a
// loop with such waits is walked until its iterations repeat: the first ones
// find what was asked for before the loop (fill), the others wait for what was
// asked for in it (steady state). As many are not waited for at the end as at
// the start (drain).
//
// The same walk gives cycles (double) and expressions (MaxPlus).
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_PATH_CRITICALPATH_H
#define GPUPERF_ANALYSIS_MODELS_PATH_CRITICALPATH_H

#include "analysis/models/path/MaxPlus.h"
#include "analysis/warp/WarpProfile.h"
#include <memory>

namespace gpuperf {

/// A kernel's instructions as the walks read them: side by side, for those of
/// a KernelSummary lie far apart, and a kernel of thousands of products is
/// walked several times for each launch. Nothing in it depends on the launch.
class PathSteps {
public:
  explicit PathSteps(const KernelSummary &Kernel);

  struct Step {
    uint32_t FirstOperand = 0, NumOperands = 0;
    OpClass Class = OpClass::Free;
    CopyStep Copying = CopyStep::None;
    uint8_t CopiesLeft = 0;
    bool IsPhi = false;
    /// Whether the thread does not go on before copies have arrived.
    bool waitsForCopies() const { return Copying >= CopyStep::Waits; }
  };
  /// Values that cross the border of a loop: those that come from outside, and
  /// those that are used outside. Copies are used by all waits for copies.
  struct Border {
    std::vector<InstrId> LiveIn, LiveOut;
  };

  /// The instructions whose values \p I uses.
  llvm::ArrayRef<InstrId> operandsOf(InstrId I) const {
    return llvm::ArrayRef<InstrId>(Operands).slice(Steps[I].FirstOperand,
                                                   Steps[I].NumOperands);
  }

  std::vector<Step> Steps;               ///< by InstrId
  std::vector<InstrId> Copies;           ///< that the thread goes on beside
  std::vector<std::vector<bool>> InLoop; ///< by LoopId, then BlockId
  std::vector<Border> Borders;           ///< by LoopId

private:
  void findBorder(const KernelSummary &Kernel, LoopId L);

  std::vector<InstrId> Operands;
};

/// What of the control flow the walk needs, prepared once per kernel and
/// launch.
class PathGraph {
public:
  /// \p BlockShares by BlockId: how often the main thread executes the block in
  /// one iteration of its innermost loop (of the kernel), 0 to 1. 0: the block
  /// is left out. Empty: 1 everywhere.
  /// \p LoopShares by LoopId: how often the loop is entered at most in one
  /// iteration of the loop around it. Empty: as often as what leads to it.
  /// \p Known: the steps of \p Kernel, where another graph has them.
  PathGraph(const KernelSummary &Kernel, llvm::ArrayRef<double> BlockShares,
            llvm::ArrayRef<double> LoopShares = {},
            std::shared_ptr<const PathSteps> Known = nullptr);

  /// A block, or a loop that is one step of the region around it.
  struct Item {
    bool IsLoop = false;
    uint32_t Id = NoId; ///< BlockId or LoopId
    double Share = 1;
    /// Items of the region, by index, that control comes from.
    llvm::SmallVector<uint32_t, 2> From;
  };
  /// A loop's body, or the kernel's outermost level, in order.
  struct Region {
    std::vector<Item> Items;
    /// Items that end in a back edge of the region's loop.
    llvm::SmallVector<uint32_t, 1> LatchItems;
    /// Of the blocks that are items themselves: whether one waits for copies,
    /// and for those that other warps ask for, the most that one of the waits
    /// leaves, and whether a group ends.
    bool WaitsForCopies = false, WaitsForOthers = false, EndsGroups = false;
    unsigned MostCopiesLeft = 0;
  };

  const KernelSummary &Kernel;
  std::shared_ptr<const PathSteps> Steps;
  std::vector<Region> Regions; ///< by LoopId; the last one is the kernel's
  /// Another order of a block's instructions (Schedule.h), by BlockId; empty:
  /// that of the text.
  std::vector<llvm::SmallVector<InstrId, 8>> Order;
};

/// Whose path is meant: that of the longest sampled thread, or of the longest
/// one of a thread block, mean over the thread blocks.
enum class PathOf : uint8_t { LongestThread, MeanBlock };

/// How often the main thread executes each block per iteration of its innermost
/// loop: for PathGraph.
std::vector<double> blockShares(const KernelSummary &Kernel,
                                const WarpProfile &Profile,
                                PathOf Whose = PathOf::LongestThread);

/// How often the longest thread of a thread block enters each loop per
/// iteration of the loop around it, mean over the thread blocks: for PathGraph.
/// A loop may follow a guard with no block between them.
std::vector<double> loopShares(const KernelSummary &Kernel,
                               const WarpProfile &Profile);

template <class T> struct TripOf;
template <> struct TripOf<double> {
  using Type = double;
};
template <> struct TripOf<MaxPlus> {
  using Type = std::string;
};

/// What each instruction costs. Latency >= Delay is expected.
template <class T> struct PathCosts {
  std::vector<T> Latency, Delay;               ///< by InstrId
  std::vector<typename TripOf<T>::Type> Trips; ///< by LoopId
};

template <class T> struct PathTimes {
  T Total{}; ///< of the thread, start to last issue
  /// By LoopId: two iterations, and all of them, for one entry.
  std::vector<T> TwoIterations, PerEntry;
};

template <class T>
PathTimes<T> criticalPath(const PathGraph &Graph, const PathCosts<T> &Costs);
extern template PathTimes<double> criticalPath(const PathGraph &,
                                               const PathCosts<double> &);
extern template PathTimes<MaxPlus> criticalPath(const PathGraph &,
                                                const PathCosts<MaxPlus> &);

/// Symbols named by the IR values: lat_%6, del_br; trip counts "trip", or
/// "trip1", "trip2", ... by loop where there are several.
PathCosts<MaxPlus> symbolicCosts(const KernelSummary &Kernel);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_PATH_CRITICALPATH_H
