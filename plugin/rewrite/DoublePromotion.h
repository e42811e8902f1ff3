//===- DoublePromotion.h - Double arithmetic in float code ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_REWRITE_DOUBLEPROMOTION_H
#define GPUPERF_PLUGIN_REWRITE_DOUBLEPROMOTION_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace gpuperf {

/// An expression over floats (and integers) that is computed in double because
/// of a literal, a named constant or a math function, and whose result is made
/// a float again, cut to a short integer, or compared.
struct DoublePromotion {
  /// In the file: macro expansions are mapped to where they are expanded.
  clang::SourceLocation Begin, End;
  /// What makes it double, and where: "'0.1'", "'M_PI'", "'pow'".
  std::string Cause;
  clang::SourceLocation CauseLoc;
  bool IsComparison = false;
  /// Integers take part.
  bool FromIntegers = false;
  /// A float in it is `pow(x, 2)` or the like of a float and an integer, which
  /// nvcc computes in double too and a product does for (SmallPower.h). Fixes
  /// leaves it.
  bool LeavesSmallPower = false;
  /// Bits of the integer that the result is cut to, at most 16; 0: it is none.
  unsigned ToIntegerBits = 0;
  /// All that it takes to compute it in float; empty: WhyNoFix says why.
  std::vector<clang::FixItHint> Fixes;
  std::string WhyNoFix; ///< one clause
};

/// Those of one function with a body, each once. Expressions in which a double
/// of the program's own takes part (a variable, a cast, a function) are meant
/// to be computed in double and are left out.
std::vector<DoublePromotion>
findDoublePromotions(clang::ASTContext &Ctx,
                     const clang::FunctionDecl &Definition);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_REWRITE_DOUBLEPROMOTION_H
