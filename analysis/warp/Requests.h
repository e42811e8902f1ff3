//===- Requests.h - Memory transactions of one warp request -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the load/store unit makes of the addresses of one warp instruction:
// 32-byte sectors, 128-byte lines, passes over the banks of shared memory. Pure
// functions of byte addresses; where these come from is not their business.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_REQUESTS_H
#define GPUPERF_ANALYSIS_WARP_REQUESTS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace gpuperf {

inline constexpr int64_t SectorBytes = 32, LineBytes = 128;

/// Distinct chunks of \p ChunkBytes that \p Bytes from each address touch.
unsigned chunksTouched(llvm::ArrayRef<int64_t> Addresses, unsigned Bytes,
                       int64_t ChunkBytes);

/// The same over all alignments of the base: the fewest, the most and the mean
/// of chunks when every address is moved by 0, \p Step, 2 * Step, ... bytes.
struct ChunkRange {
  unsigned Fewest = 0, Most = 0;
  double Mean = 0;
};
ChunkRange chunksTouchedAnyBase(llvm::ArrayRef<int64_t> Addresses,
                                unsigned Bytes, int64_t ChunkBytes,
                                unsigned Step);

/// Sectors when the same number of lanes access consecutive elements from an
/// aligned base.
unsigned idealSectors(size_t Lanes, unsigned Bytes);

/// Ways of the worst bank, mean over the request's phases (a warp of 8-byte
/// accesses goes in halves, of 16-byte accesses in quarters): 1 is free of
/// conflicts. Lanes that read the same word share it. Bank geometry: \p Banks
/// of
/// \p BankBytes. \p Lanes: which lane each address is of, ascending; empty: the
/// first ones. \p PairsShare: where each lane has the address of a neighbour,
/// lane n that of n ^ 1 or each that of n ^ 2, a wide request takes half as
/// many phases, so that 0.5 is the least.
double bankPasses(llvm::ArrayRef<int64_t> Addresses, unsigned Bytes,
                  unsigned Banks, unsigned BankBytes,
                  llvm::ArrayRef<unsigned> Lanes = {}, bool PairsShare = false);

/// Clocks of AMD's LDS for a wide request of which some lane is not aligned (8
/// bytes; 16 for a request of 12): lane by lane, as many for each as it touches
/// pieces of 16 bytes. 0: all are aligned, or the request is not wide.
///
/// Fit rows of benchmarks/accuracy/amd.py on an MI250X: 60 such requests of 16
/// or 12 bytes a wavefront take 36.7 clocks each with 16 active lanes, 64.3
/// with 32, 90.7 with 48 and 118 with 64: 1.69 for a lane, and so has this.
unsigned laneByLaneClocks(llvm::ArrayRef<int64_t> Addresses, unsigned Bytes);

/// Most lanes that name the same address: atomics on it are serialised.
unsigned sameAddressLanes(llvm::ArrayRef<int64_t> Addresses);

/// Sectors of an access to local memory, which is interleaved by lane: the
/// same offset in all lanes is one consecutive row of words.
unsigned localSectors(llvm::ArrayRef<int64_t> Offsets,
                      llvm::ArrayRef<unsigned> Lanes, unsigned Bytes);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_REQUESTS_H
