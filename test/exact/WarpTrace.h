//===- WarpTrace.h - What the lanes of a warp did together ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that are in the same basic block in the same iteration of every loop
// around it execute it together (structured reconvergence): one execution of
// the warp. Told from the lanes' own traces, after the fact.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_WARPTRACE_H
#define GPUPERF_TEST_EXACT_WARPTRACE_H

#include "test/exact/HostKernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace gpuperf::exact {

/// Of the widest warp: a wavefront of AMD's.
inline constexpr unsigned MostLanes = 64;

struct Execution {
  uint32_t Block = 0;
  uint64_t Mask = 0; ///< lanes
  /// Rank of each loop's header and iteration, outermost first; then the
  /// block's own rank. In the order of execution when compared word by word.
  llvm::SmallVector<uint32_t, 7> Place;
  /// Of WarpTrace::Addresses: MostLanes for each of the block's traced
  /// instructions.
  size_t FirstAddress = 0;

private:
  friend class WarpTrace;
  size_t Next = ~size_t(0); ///< what some lane executed after this one
};

class WarpTrace {
public:
  /// \p Lanes: of one warp, at most MostLanes.
  WarpTrace(const KernelText &Text, llvm::ArrayRef<ThreadTrace> Lanes);

  /// In the order of execution.
  std::vector<Execution> Executions;
  std::vector<uint64_t> Addresses;
  uint64_t address(const Execution &E, unsigned Traced, unsigned Lane) const {
    return Addresses[E.FirstAddress + size_t(Traced) * MostLanes + Lane];
  }

private:
  void addLane(unsigned Lane, const ThreadTrace &Events);
  size_t find(uint32_t Block, llvm::ArrayRef<uint32_t> Place, size_t Before);

  const KernelText &Text;
  llvm::DenseMap<uint64_t, size_t> ByHash;
};

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_WARPTRACE_H
