//===- BoxSizes.h - How much a bulk copy moves ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SUMMARIZE_BOXSIZES_H
#define GPUPERF_ANALYSIS_SUMMARIZE_BOXSIZES_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>

namespace llvm {
class CallBase;
class Function;
class Loop;
class LoopInfo;
} // namespace llvm

namespace gpuperf {

struct BulkCopy;

/// The bytes of the tensor copies of a function. The host gives them to the
/// tensor map; the kernel says them where it tells an mbarrier how many bytes
/// to wait for. The copies of a loop are taken to share alike what is expected
/// in it, and so are those of all the function where their loop expects
/// nothing. Of what a copy hands to several blocks of the cluster each of them
/// is taken to read its part.
class BoxSizes {
public:
  BoxSizes(const llvm::Function &F, const llvm::LoopInfo &LI,
           unsigned ClusterBlocks);

  /// Bytes of \p Copy, which \p Call makes; 0 where they are not known.
  uint64_t bytesOf(const llvm::CallBase &Call, const BulkCopy &Copy) const;

  /// Blocks of the cluster that get what \p Copy reads once.
  uint64_t blocksOf(const BulkCopy &Copy) const;

private:
  struct Sum {
    uint64_t Expected = 0, Copies = 0;
  };

  const llvm::LoopInfo &LI;
  unsigned ClusterBlocks;
  llvm::DenseMap<const llvm::Loop *, Sum> ByLoop;
  Sum All;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_BOXSIZES_H
