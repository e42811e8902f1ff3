//===- LanePattern.h - How the lanes of a warp lie --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explains the addresses of a warp to a person: how far an address moves with
// each thread index, and from one lane to the next.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LINES_LANEPATTERN_H
#define GPUPERF_ANALYSIS_ADVICE_LINES_LANEPATTERN_H

#include "analysis/footprint/Footprint.h"
#include "analysis/warp/Requests.h"
#include "analysis/warp/WarpProfile.h"

namespace gpuperf {

/// True if \p Id hangs on an argument of \p L that was assumed.
bool dependsOnAssumed(const KernelSummary &K, const Launch &L, ExprId Id);

/// True if the address of \p A depends on data that may differ between the
/// lanes of a warp. Nothing is reported about such gathers.
bool dependsOnLaneData(const KernelSummary &K, const Access &A);
/// The same of a value.
bool dependsOnLaneData(const KernelSummary &K, ExprId Id);

/// What threadIdx.x is multiplied with in the address of \p A, in all terms of
/// the sum that it is; without casts.
llvm::SmallVector<ExprId, 8> factorsOfThreadX(const KernelSummary &K,
                                              const Access &A);

/// Whether data decides how far lanes, or rows of the block, lie apart, or a
/// variable of the GPU's memory that \p L does not tell.
bool isSpreadByData(const KernelSummary &K, const Access &A, const Launch &L);

struct LanePattern {
  /// Where the address is affine and its coefficients have values.
  std::optional<AffineForm> Form;
  double XBytes = 0, YBytes = 0, ZBytes = 0; ///< of Form: strides of tid
  /// Bytes from a lane to the next, where that is one number for more than half
  /// of them (rows of a block end in a jump).
  std::optional<int64_t> LaneStride;
  bool OneStride = false; ///< for all of them
  /// Where it is not: runs of lanes with LaneStride in a warp.
  unsigned Rows = 1;
  /// The distances of the lanes differ between iterations, so that there is no
  /// LaneStride.
  bool ChangesInLoop = false;
  /// A stride of tid.x that an argument decides whose value was assumed, or a
  /// variable of the file that code of the GPU only reads.
  bool StrideAssumed = false;
  /// The same where other data decides it.
  bool StrideOfData = false;
  /// No factor of tid.x's stride but constants.
  bool ConstantStride = false;
  std::string StrideText; ///< "4*n": of tid.x, in bytes, as an expression
};

/// \p Loops: how often loops run, by LoopId; without it, so often that their
/// iterations differ.
LanePattern lanePattern(const KernelSummary &K, const Access &A,
                        const Launch &L, unsigned WarpSize,
                        llvm::ArrayRef<LoopProfile> Loops = {});

/// What the first warp of a launch touches with several accesses to one array
/// in one iteration.
struct JointBytes {
  double Used = 0;    ///< distinct bytes
  double Sectors = 0; ///< distinct sectors, the base is aligned
  unsigned Runs = 0;  ///< of Used bytes without a gap
  /// Of Sectors, those that a run of Used bytes covers which is as long as a
  /// sector at least, so that it leaves no more of them than its ends unused.
  double InRuns = 0;
};

/// Nothing where an address is not known.
std::optional<JointBytes> jointBytes(const KernelSummary &K,
                                     llvm::ArrayRef<AccessId> Ids,
                                     const Launch &L, unsigned WarpSize);

/// Sectors of the first warp of a block of shape \p Block whose lanes lie by
/// those strides; the base is aligned. \p ChunkBytes: of lines instead.
unsigned sectorsOf(const Dim3 &Block, unsigned WarpSize, double XBytes,
                   double YBytes, double ZBytes, unsigned Bytes,
                   int64_t ChunkBytes = SectorBytes);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LINES_LANEPATTERN_H
