//===- FetchedWork.h - Loops that fetch their work --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Persistent threads and lists of tasks: a loop draws the number of its next
// piece of work from a counter that all share, until there is none left. Which
// pieces a thread gets depends on the others, but all together get each piece
// once.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_LIFT_FETCHEDWORK_H
#define GPUPERF_ANALYSIS_LIFT_FETCHEDWORK_H

#include <cstdint>
#include <optional>

namespace llvm {
class AtomicRMWInst;
class BasicBlock;
class Loop;
class Value;
} // namespace llvm

namespace gpuperf {

/// What a loop fetches in each of its iterations.
struct FetchedWork {
  enum class By : uint8_t { Thread, Warp, Block };
  const llvm::AtomicRMWInst *Draw = nullptr; ///< in the loop
  /// The loop goes on while Scale times the drawn number is below this, or
  /// equal to it if LimitIncluded.
  const llvm::Value *Limit = nullptr;
  int64_t Scale = 1;
  bool LimitIncluded = false;
  /// Who goes on with one drawn number: a number that passes through shared
  /// memory is the block's, one that passes through a shuffle the warp's.
  By Fetcher = By::Thread;
};

/// The work that \p L fetches, if it is left through \p Exiting once a drawn
/// number reaches a limit.
std::optional<FetchedWork> findFetchedWork(const llvm::Loop *L,
                                           const llvm::BasicBlock *Exiting);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_LIFT_FETCHEDWORK_H
