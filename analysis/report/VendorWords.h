//===- VendorWords.h - What a maker calls the parts of its GPUs -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every sentence is written once, in CUDA's words. The only place where they
// become another maker's is here, as a text leaves for a person: in the checks'
// base, in the command, in its reports. JSON keys stay as they are.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_REPORT_VENDORWORDS_H
#define GPUPERF_ANALYSIS_REPORT_VENDORWORDS_H

#include "gpumodel/GpuModel.h"
#include <string>

namespace gpuperf {

/// The words in which the makers' manuals differ.
struct VendorWords {
  llvm::StringRef Warp, Block, SharedMemory, SharedArray, LocalMemory, Register,
      Multiprocessor;
  llvm::StringRef Compiler, Assembler;     ///< that makes the machine code
  llvm::StringRef ShuffleDown, Primitives; ///< a lane's neighbour; cub
  llvm::StringRef WarpSum, Allocate;       ///< of a warp's lanes; cudaMalloc
  llvm::StringRef SharedBound;             ///< boundName(Bound::Shared)
};

const VendorWords &wordsOf(Vendor Maker);

/// \p Text, which is written in CUDA's words, in those of \p Maker. What stands
/// in quotes is the user's and stays, as does a word that is part of a longer
/// name (blockIdx.x, --block, gpuperf-partial-warp).
std::string inWordsOf(Vendor Maker, llvm::StringRef Text);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_REPORT_VENDORWORDS_H
