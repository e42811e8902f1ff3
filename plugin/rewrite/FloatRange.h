//===- FloatRange.h - Whether float holds what double computes --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A double goes up to 1.8e308, a float to 3.4e38. Where a power or an
// exponential is made smaller again before the result is a float,
// as in sqrt(pow(x, i)), the double expression has a result that the same
// expression in float has not: it is infinite, not a number, or zero.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_REWRITE_FLOATRANGE_H
#define GPUPERF_PLUGIN_REWRITE_FLOATRANGE_H

#include <string>

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace gpuperf {

/// What in \p Whole, an expression that is computed in double, may leave the
/// range of a float although the whole does not: "'pow'", "'exp'", or the
/// literal that says that its other factors are very large or small. Empty if
/// nothing does. The floats that take part are taken to be of usual size:
/// products of them do not leave the range by themselves.
std::string leavesFloatRange(const clang::ASTContext &Ctx,
                             const clang::Expr &Whole);

/// `pow(x, 7)` with a float, which clang's headers declare as a float; since
/// C++11 nvcc computes it in double.
bool isPowerOfFloat(const clang::ASTContext &Ctx, const clang::Expr &E);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_REWRITE_FLOATRANGE_H
