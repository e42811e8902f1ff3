//===- Footprint.h - Distinct bytes of affine accesses ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The addresses that an affine access takes over a block of threads and a nest
// of loops are a lattice box: for each variable a stride in bytes and a count.
// Its distinct sectors can be counted without enumerating it, and with them how
// much data a warp, a block, a wave or a launch touches: what caches hold and
// what DRAM must move. Addresses that are known but not affine are given a box
// that covers about as much.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_FOOTPRINT_FOOTPRINT_H
#define GPUPERF_ANALYSIS_FOOTPRINT_FOOTPRINT_H

#include "analysis/kernel/KernelSummary.h"
#include <optional>

namespace gpuperf {

/// One variable of a lattice box.
struct BoxDimension {
  double StrideBytes = 0; ///< sign does not matter
  double Count = 1;
};

/// Distinct bytes, counted in whole granules (sectors, lines), of elements of
/// \p ElementBytes at all points of the box. Exact where every stride, in
/// ascending order, lands inside or beyond what the smaller ones cover without
/// gaps.
double distinctBytes(llvm::ArrayRef<BoxDimension> Box, double ElementBytes,
                     double GranuleBytes);
inline double distinctSectorBytes(llvm::ArrayRef<BoxDimension> Box,
                                  double ElementBytes) {
  return distinctBytes(Box, ElementBytes, 32);
}

/// A variable that an address is linear in.
struct AddressVariable {
  ExprKind Kind = ExprKind::TidX; ///< tid, ctaid, lane or LoopIter
  LoopId Loop = NoId;
  double StrideBytes = 0;
  /// Share of the variable's values that are distinct places: below 1 where
  /// several values share one, as in i / w.
  double DistinctShare = 1;
  /// One digit of the variable: (value / Divisor) % Modulus; Modulus 0: none.
  double Divisor = 1, Modulus = 0;
};

/// An access's address under one launch: constant plus strides.
struct AffineForm {
  double ConstantBytes = 0;
  llvm::SmallVector<AddressVariable, 6> Variables;
  double strideOf(ExprKind Kind, LoopId Loop = NoId) const;
};

/// The form of \p A for launch \p L; nothing where it is not affine or a
/// coefficient has no value.
std::optional<AffineForm> affineForm(const KernelSummary &K, const Access &A,
                                     const Launch &L, uint64_t &Steps);

/// A form that covers about the same places as \p A does, where the address is
/// known but not affine, or depends on data that does not differ from lane to
/// lane. \p Trips: iterations by LoopId. Nothing where the address is not
/// known.
std::optional<AffineForm> sampledForm(const KernelSummary &K, const Access &A,
                                      const Launch &L,
                                      llvm::ArrayRef<double> Trips,
                                      uint64_t &Steps);

/// Extents of a part of the grid; a wave rarely ends at the end of a row.
struct Extents {
  double X = 1, Y = 1, Z = 1;
  static Extents of(const Dim3 &D) {
    return {static_cast<double>(D.X), static_cast<double>(D.Y),
            static_cast<double>(D.Z)};
  }
  double count() const { return X * Y * Z; }
};

/// Threads and blocks that a footprint is taken over.
struct FootprintScope {
  Dim3 Threads{1, 1, 1};
  Extents Blocks;
  /// Iterations by loop id.
  llvm::ArrayRef<double> Trips;
};

/// The box of \p F over \p Scope.
llvm::SmallVector<BoxDimension, 9> boxOf(const AffineForm &F,
                                         const FootprintScope &Scope);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_FOOTPRINT_FOOTPRINT_H
