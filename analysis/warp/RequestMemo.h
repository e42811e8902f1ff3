//===- RequestMemo.h - Requests of the same shape cost the same -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a request costs depends on the distances between the lanes' addresses
// and on where the first lies in its line or row of banks, not on the place in
// memory. A walk makes the same few requests over and over: each is counted
// once. The memo is bounded; what it forgets is counted again.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_REQUESTMEMO_H
#define GPUPERF_ANALYSIS_WARP_REQUESTMEMO_H

#include "analysis/kernel/KernelSummary.h"
#include "analysis/warp/Requests.h"
#include "gpumodel/GpuModel.h"
#include "llvm/Support/Allocator.h"
#include <vector>

namespace gpuperf {

struct RequestCost {
  /// Data passes of shared memory, distinct words of constant memory, lanes on
  /// one address of atomics; else 1.
  double Passes = 1;
  /// Sectors and lines from an aligned base; none for shared memory.
  double Sectors = 0, Lines = 0;
  /// Sectors over all alignments of the base.
  ChunkRange AnyBase;
};

/// Counts one request by the functions of Requests.h. \p PairsShare: see
/// bankPasses. \p WaveLanes: of a wavefront whose wide requests have to be
/// aligned, see laneByLaneClocks; 0: they are. \p Line: bytes of a line of the
/// first cache.
RequestCost countRequest(const Access &A, llvm::ArrayRef<int64_t> Addresses,
                         llvm::ArrayRef<unsigned> Lanes, unsigned Banks,
                         unsigned BankBytes, bool PairsShare = false,
                         unsigned WaveLanes = 0, int64_t Line = LineBytes);

class RequestMemo {
public:
  RequestMemo(unsigned Banks, unsigned BankBytes);
  explicit RequestMemo(const GpuModel &Gpu);

  /// As countRequest, for what \p A is joined into if it is; valid until the
  /// next call.
  const RequestCost &cost(const Access &A, llvm::ArrayRef<int64_t> Addresses,
                          llvm::ArrayRef<unsigned> Lanes);
  /// Bytes of a line of the first cache, which RequestCost::Lines counts.
  int64_t lineBytes() const { return Line; }

private:
  using Key = llvm::SmallVector<int64_t, 8>;
  struct Slot {
    Key Shape;
    RequestCost Cost;
  };
  /// Fills Shape; false where moving the addresses could overflow.
  bool describe(const Access &A, llvm::ArrayRef<int64_t> Addresses,
                llvm::ArrayRef<unsigned> Lanes);

  unsigned Banks, BankBytes;
  bool PairsShare = false;
  unsigned WaveLanes = 0;
  int64_t Line = LineBytes;
  int64_t Period; ///< moving all addresses by it changes nothing
  /// Slots are made when they are first needed, as a short launch needs few.
  std::vector<Slot *> Slots;
  llvm::SpecificBumpPtrAllocator<Slot> Store;
  Key Shape;
  RequestCost Uncached;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_REQUESTMEMO_H
