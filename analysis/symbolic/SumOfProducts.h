//===- SumOfProducts.h - Expressions as polynomials -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SYMBOLIC_SUMOFPRODUCTS_H
#define GPUPERF_ANALYSIS_SYMBOLIC_SUMOFPRODUCTS_H

#include "analysis/symbolic/SymExpr.h"

namespace gpuperf {

/// Coefficient times factors, each a leaf or an expression that is no sum or
/// product. No factors: the constant term.
struct ProductTerm {
  int64_t Coefficient = 1;
  llvm::SmallVector<ExprId, 3> Factors; ///< sorted
};

struct SumOfProducts {
  std::vector<ProductTerm> Terms; ///< like terms added up, ordered for print
  /// A width change of a sum or product was looked through: the form holds if
  /// the narrow arithmetic does not wrap.
  bool NoWrapAssumed = false;
};

/// What \p Id widens or narrows, however often.
ExprId withoutCasts(const ExprPool &Pool, ExprId Id);

/// The expanded form of \p Id; an expression that would expand to too many
/// terms comes back as one term with itself as the factor.
SumOfProducts expandToSum(const ExprPool &Pool, ExprId Id);

/// The number by which \p B is larger than \p A, where all but that is the
/// same.
std::optional<int64_t> constantDistance(const SumOfProducts &A,
                                        const SumOfProducts &B);

/// True if \p Id is linear in tid, ctaid, lane and loop counters, with
/// coefficients made of launch dimensions, arguments and constants.
bool isAffine(const ExprPool &Pool, ExprId Id, bool *NoWrapAssumed = nullptr);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SYMBOLIC_SUMOFPRODUCTS_H
