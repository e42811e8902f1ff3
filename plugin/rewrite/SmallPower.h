//===- SmallPower.h - Powers that are a product or a root -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `pow(x, 2)` is computed by the same routine as any other power: nvcc 13 keeps
// the call, in double for a float and an integer as well.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_REWRITE_SMALLPOWER_H
#define GPUPERF_PLUGIN_REWRITE_SMALLPOWER_H

#include "clang/Basic/SourceLocation.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
} // namespace clang

namespace gpuperf {

/// A call of pow or powf whose exponent is 2, 3, 4 or a half.
struct SmallPower {
  double Exponent = 2;
  unsigned Products = 1;  ///< multiplications instead of it; 0: a root
  bool OfDoubles = false; ///< the base is a double or an integer
  /// nvcc computes it in double, where clang's headers and the product of
  /// Instead have a float.
  bool NarrowsInNvcc = false;
  clang::SourceLocation Begin, End; ///< of the call's tokens; in a macro, of
                                    ///< the macro's use
  std::string Called;               ///< the function's name, as written
  std::string Instead; ///< "x * x", as a proposal, with the source's own text
  /// What takes the place of the tokens; empty where WhyNoFix says why none.
  std::string Replacement, WhyNoFix;
};

/// The value of \p Exponent, if it is one of these.
std::optional<double> smallExponent(const clang::Expr &Exponent,
                                    const clang::ASTContext &Ctx);

/// Those in the body of \p Definition, in the order of the source.
std::vector<SmallPower> findSmallPowers(clang::ASTContext &Ctx,
                                        const clang::FunctionDecl &Definition);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_REWRITE_SMALLPOWER_H
