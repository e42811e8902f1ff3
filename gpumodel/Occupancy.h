//===- Occupancy.h - Resident blocks per SM ---------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of NVIDIA's cuda_occupancy.h, restated: a block's warps,
// registers, shared memory and barriers against what an SM has, each rounded to
// its allocation unit. The test compares the results with the header's own.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_OCCUPANCY_H
#define GPUPERF_GPUMODEL_OCCUPANCY_H

#include "gpumodel/GpuModel.h"
#include <string>

namespace gpuperf {

/// What a block of any CUDA device has of shared memory without opting in, and
/// what the compiler accepts as static (CUDA C++ Programming Guide, technical
/// specifications per compute capability).
inline constexpr uint64_t SharedBytesWithoutOptIn = 48 * 1024;

/// The resources of an SM that one block needs.
struct BlockResources {
  unsigned ThreadsPerBlock = 0;
  unsigned RegistersPerThread = 0;     ///< 0: not known, registers do not limit
  unsigned ScalarRegistersPerWarp = 0; ///< AMD's SGPRs; 0: not known
  uint64_t StaticSharedBytes = 0;
  uint64_t DynamicSharedBytes = 0;
  unsigned Barriers = 1; ///< hardware barriers that the block names
  /// Shared-memory carve-out asked for, in percent of the maximum; -1: the
  /// driver's choice, which is enough for as many blocks as the rest allows.
  int CarveoutPercent = -1;
};

/// The resource that keeps another block from becoming resident.
enum class OccupancyLimiter : uint8_t {
  Warps,
  Registers,
  SharedMemory,
  Blocks,
  Barriers,
  ScalarRegisters
};
/// "warps", "registers", "shared memory", "blocks", "barriers", "SGPRs".
llvm::StringRef limiterName(OccupancyLimiter L);

struct Occupancy {
  unsigned BlocksPerSm = 0; ///< 0: such a block cannot be launched
  unsigned WarpsPerBlock = 0;
  unsigned WarpsPerSm = 0; ///< BlocksPerSm * WarpsPerBlock
  double Fraction = 0;     ///< WarpsPerSm / MaxWarpsPerSm, 0 to 1
  /// If several resources allow equally few blocks, the first of the
  /// enumeration.
  OccupancyLimiter Limiter = OccupancyLimiter::Warps;
  // Blocks that each resource alone would allow; ~0u: it sets no limit.
  unsigned ByWarps = 0, ByRegisters = 0, BySharedMemory = 0, ByBlocks = 0,
           ByBarriers = 0, ByScalarRegisters = 0;
};

/// All that allow no more blocks than there are: "registers and shared memory".
std::string limiterNames(const Occupancy &O);

/// Resident blocks of \p Block on one SM of \p Gpu. Never fails: a block that
/// fits nowhere has BlocksPerSm == 0 and the limiter that forbids it. More
/// registers than a thread may have also forbid the block; a count that was
/// made on code for another architecture has to be clamped first. The program
/// is taken to have opted in to dynamic shared memory above the default limit.
Occupancy computeOccupancy(const GpuModel &Gpu, const BlockResources &Block);

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_OCCUPANCY_H
