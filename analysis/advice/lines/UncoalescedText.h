//===- UncoalescedText.h - What is said of wasted sectors -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LINES_UNCOALESCEDTEXT_H
#define GPUPERF_ANALYSIS_ADVICE_LINES_UNCOALESCEDTEXT_H

#include "analysis/Launch.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/lines/LanePattern.h"
#include "analysis/predict/Prediction.h"
#include "llvm/ADT/StringRef.h"

namespace gpuperf {

/// What would make an access coalesced.
enum class Remedy : uint8_t {
  SwapIndices, ///< threadIdx.x and .y change roles
  Transpose,   ///< one side of a copy: through shared memory
  WidenBlock,  ///< rows of the block are shorter than a sector
  Interleave,  ///< each thread walks elements of its own
  Layout       ///< elements lie apart: array of structures
};

/// An access that wastes sectors.
struct WastefulAccess {
  AccessId Id = NoId;
  LanePattern Pattern;
  Remedy How = Remedy::Layout;
  LoopId Walk = NoId;
  /// Of a request, once the lanes of a row are neighbours: as many rows as the
  /// warp has then still lie apart.
  RequestNeeds Best;
};

/// The launch that the text is about.
struct WastefulLaunch {
  const KernelSummary &K;
  const Launch &L;
  unsigned WarpSize;
};

/// Whether two accesses are loads, or stores, of one array in one loop: they
/// fill their sectors together.
bool fillTogether(const KernelSummary &K, const WastefulAccess &A,
                  const WastefulAccess &B);

/// "32 sectors per request instead of 4 (stride 8192 bytes between neighbouring
/// threads in 'a' and 'b')": \p Worst, of the accesses \p Group that one change
/// helps.
std::string wasteText(const WastefulLaunch &On, const WastefulAccess &Worst,
                      llvm::ArrayRef<WastefulAccess> Group,
                      const AccessProfile &Of);

/// Whether the threads of a warp can share the iterations of the rows that each
/// access of \p Group walks: none of them needs what another one does.
bool mayShareRows(const KernelSummary &K, llvm::ArrayRef<WastefulAccess> Group);

/// What would help, one clause. It has this in it where that is a layout for
/// all kernels that use the structure.
inline constexpr llvm::StringLiteral StructureOfArrays =
    "a structure of arrays instead of an array of structures";
std::string wasteNote(const WastefulLaunch &On, const WastefulAccess &Worst,
                      llvm::ArrayRef<WastefulAccess> Group);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LINES_UNCOALESCEDTEXT_H
