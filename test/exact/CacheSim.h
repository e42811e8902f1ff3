//===- CacheSim.h - L1, L2 and DRAM by brute force --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The full address trace of a launch through caches with LRU sets of 128-byte
// lines in 32-byte sectors: an L1 per SM (stores pass through and update), one
// L2 (written back, whole sectors). Blocks go to SMs in order and whenever one
// of theirs ends; resident warps take turns, one request each; barriers hold.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_CACHESIM_H
#define GPUPERF_TEST_EXACT_CACHESIM_H

#include "gpumodel/GpuModel.h"
#include "test/exact/Experiment.h"

namespace gpuperf::exact {

/// Global-memory requests of every warp of a launch.
class AddressTrace {
public:
  enum class Kind : uint8_t { Load, LoadPastL1, Store, Atomic, Barrier };
  struct Item {
    size_t First = 0; ///< of Sectors
    uint32_t Count = 0;
    Kind What = Kind::Load;
  };
  struct Warp {
    size_t First = 0, End = 0; ///< of Items
  };
  struct Block {
    size_t First = 0, End = 0; ///< of Warps
  };

  /// Executes \p C. \p PlainInL1: L1 holds loads that are not read-only too.
  static llvm::Expected<AddressTrace> record(const CompiledCase &C,
                                             bool PlainInL1);

  std::vector<Block> Blocks;
  std::vector<Warp> Warps;
  std::vector<Item> Items;
  std::vector<uint32_t> Sectors; ///< numbers, from the lowest address on
};

struct CacheSizes {
  unsigned Sms = 4;
  unsigned ResidentBlocks = 1; ///< per SM
  uint64_t L1Bytes = 0, L2Bytes = 0;
};

struct MovedBytes {
  double L2 = 0; ///< requested of L2
  double DramRead = 0;
  double DramWrite = 0; ///< evicted while the launch ran
  double LeftDirty = 0; ///< in L2 at its end
};

/// \p Runs times the launch; the bytes of the last. L1 starts empty each time.
MovedBytes simulate(const AddressTrace &T, const CacheSizes &Sizes,
                    unsigned Runs);

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_CACHESIM_H
