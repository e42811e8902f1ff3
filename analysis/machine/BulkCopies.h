//===- BulkCopies.h - Copies of the copy engine -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async.bulk and cp.async.bulk.tensor: one thread names a piece of memory,
// and the SM's copy engine moves it. They come as inline PTX; its text says
// which operand is what.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MACHINE_BULKCOPIES_H
#define GPUPERF_ANALYSIS_MACHINE_BULKCOPIES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace llvm {
class CallBase;
class Value;
} // namespace llvm

namespace gpuperf {

struct BulkCopy {
  bool ToShared = true; ///< from global to shared memory; else the other way
  /// The address in shared memory, and in global memory or of the tensor map:
  /// pointers or numbers.
  const llvm::Value *Shared = nullptr, *Global = nullptr;
  /// Where the box begins in the tensor; empty: Global is the address itself.
  llvm::SmallVector<const llvm::Value *, 5> Coordinates;
  /// Bytes that are moved, where the copy says so. Those of a tensor copy are
  /// in its map, which the host makes.
  const llvm::Value *Bytes = nullptr;
  /// The mbarrier that is told when the copy has arrived, in shared memory: a
  /// pointer or a number. Copies to global memory have none.
  const llvm::Value *Barrier = nullptr;
  /// What is read once goes to several blocks of the cluster
  /// (.multicast::cluster): a bit for each, where the number is known.
  bool IsMulticast = false;
  const llvm::Value *Mask = nullptr;
  bool isTensor() const { return !Coordinates.empty(); }
};

/// The copy that \p Call makes; nothing for any other call, and for copies
/// between the blocks of a cluster.
std::optional<BulkCopy> bulkCopyOf(const llvm::CallBase &Call);

/// The mbarrier that \p Call waits for (try_wait, test_wait): a pointer into
/// shared memory or a number; null for any other call.
const llvm::Value *waitedBarrierOf(const llvm::CallBase &Call);

/// The mbarrier that \p Call tells when the copies (cp.async) that the thread
/// has asked for have arrived; null for any other call.
const llvm::Value *signalledBarrierOf(const llvm::CallBase &Call);

/// The bytes that an mbarrier is told to wait for (expect_tx), where \p Call
/// tells one and the number is known.
std::optional<uint64_t> expectedBytes(const llvm::CallBase &Call);

/// Whether an instruction of this name moves data by the copy engine.
bool isBulkCopyName(llvm::StringRef Mnemonic);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MACHINE_BULKCOPIES_H
