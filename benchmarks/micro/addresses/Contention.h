//===- Contention.h - Threads that share an address -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain C++: who shares a cell with whom can be checked on any machine.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_ADDRESSES_CONTENTION_H
#define GPUPERF_BENCHMARKS_MICRO_ADDRESSES_CONTENTION_H

#include "benchmarks/micro/addresses/HostDevice.h"
#include <cstdint>

namespace gpuperf::micro {

/// The cell that \p Thread updates if \p Sharers consecutive threads (a power
/// of two) share each. Warps keep their own \p WarpSize cells as long as the
/// sharers are of one warp, so that only the conflict within a warp changes,
/// and the cells of a warp lie in different banks of shared memory.
GPUPERF_EVERYWHERE inline uint64_t
contendedCell(uint64_t Thread, uint64_t Sharers, uint64_t WarpSize) {
  if (Sharers >= WarpSize)
    return Thread / Sharers * WarpSize;
  return Thread / WarpSize * WarpSize + Thread % WarpSize / Sharers;
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_ADDRESSES_CONTENTION_H
