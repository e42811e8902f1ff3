//===- TensorOps.h - Matrix products of warps by their names ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX and LLVM's intrinsics name a matrix product by its shape and its types:
// "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32" in PTX,
// "wmma.m16n16k16.mma.row.col.f32.f32" behind "llvm.nvvm.". Both are read here,
// and AMD's, in AmdOps.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MACHINE_TENSOROPS_H
#define GPUPERF_ANALYSIS_MACHINE_TENSOROPS_H

#include "analysis/machine/MachineOps.h"

namespace llvm {
class CallBase;
} // namespace llvm

namespace gpuperf {

/// Whether \p Call copies from global to shared memory while the thread goes on
/// (cp.async).
bool isAsyncCopy(const llvm::CallBase &Call);

/// Whether \p Call ends a group of the copies of its thread.
bool endsCopyGroup(const llvm::CallBase &Call);

/// How many of the latest groups of copies may still be on their way when a
/// thread goes on behind \p Call; nothing if it is no wait for groups.
std::optional<unsigned> copyGroupsLeft(const llvm::CallBase &Call);

/// The machine's products that one named product of a warp becomes, each of
/// multiplyAddsOf() multiply-adds. Of wgmma, which four warps do together, it
/// is a warp's share; of a sparse product, what is left of it. Nothing for a
/// name that is no product, or whose shape it does not tell (tcgen05.mma).
std::optional<MachineOps> tensorProduct(llvm::StringRef Name);

/// The same of AMD's products of a wavefront, "mfma.f32.32x32x8f16" or
/// "wmma.f32.16x16x16.f16" behind "llvm.amdgcn.", whose result \p Call gives:
/// how many blocks of its shape a product has is told by the size of that.
std::optional<MachineOps> amdMatrixProduct(llvm::StringRef Name,
                                           const llvm::CallBase &Call);

/// Whether \p Call, AMD's intrinsic \p Name behind "llvm.amdgcn.", moves a
/// number between lanes on its way into the one instruction that uses it (DPP),
/// so that it needs none of its own.
bool isPartOfItsUser(llvm::StringRef Name, const llvm::CallBase &Call);

/// Bytes that a warp's share of the wgmma in \p Text (inline PTX) reads from
/// shared memory: the operands that descriptors name. 0 for anything else.
unsigned sharedOperandBytes(llvm::StringRef Text);

/// A matrix of a warp in memory: rows of consecutive bytes, at the same
/// distance from each other.
struct MatrixRows {
  unsigned Rows = 0;
  unsigned BytesPerRow = 0;
  unsigned BytesPerElement = 0; ///< distances are given in elements
};

/// What `wmma.m16n16k16.load.a.row...` and its relatives move; \p Name as
/// behind "llvm.nvvm.". Columns of a matrix that is stored by columns are rows
/// here. Nothing where an element is smaller than a byte.
std::optional<MatrixRows> matrixRows(llvm::StringRef Name);

/// One machine instruction of those that move such a matrix. Where a lane's
/// part begins is a sum of steps of its number modulo Lanes and of its number
/// divided by Lanes.
struct MatrixPart {
  unsigned BytesPerLane = 0;
  /// Only so many lanes name an address (ldmatrix); 0: each its own.
  unsigned RowLanes = 0;
  unsigned Lanes = 4;
  struct Step {
    unsigned First = 0, PerRest = 0, PerQuotient = 0;
    bool operator==(const Step &) const = default;
  } Row, Byte;
  bool operator==(const MatrixPart &) const = default;
};

/// The instructions of \p Call, a move of the matrix of a warp (matrixRows);
/// none for any other call. ptxas 13 makes as many of them, for sm_80 and
/// sm_90, of all shapes of halves, bytes and tf32; of a lane's place in each,
/// the fragments of mma.sync in the PTX manual tell.
llvm::SmallVector<MatrixPart, 8> matrixParts(const llvm::CallBase &Call);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MACHINE_TENSOROPS_H
