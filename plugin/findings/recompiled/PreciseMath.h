//===- PreciseMath.h - Precise float functions in a kernel ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_RECOMPILED_PRECISEMATH_H
#define GPUPERF_PLUGIN_FINDINGS_RECOMPILED_PRECISEMATH_H

#include "clang/Basic/SourceLocation.h"
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class BinaryOperator;
class FunctionDecl;
} // namespace clang

namespace gpuperf {

/// A function or an operator on floats that the compiler takes in another form
/// with fast math.
struct PreciseUse {
  std::string Name; ///< "sinf", as it is called; "division"
  clang::SourceLocation Where;
  const clang::BinaryOperator *Division = nullptr; ///< null for functions
};

/// Those in the code that \p Kernel may execute and that stands in files of the
/// user, in the order of the source.
std::vector<PreciseUse> preciseUsesOf(clang::ASTContext &Ctx,
                                      const clang::FunctionDecl &Kernel);

/// What does the work of a division with a cheap instruction and without any
/// flag of the compiler.
enum class CheaperDivision : uint8_t {
  None,
  Rsqrt,     ///< 1 / sqrtf(x)
  Reciprocal ///< a product: the divisor is the same each time
};

/// Which of them stands for \p Use. The divisor counts as the same each time
/// where it consists of constants and of parameters of the kernel and constant
/// variables that nothing changes.
CheaperDivision cheaperDivision(clang::ASTContext &Ctx,
                                const clang::FunctionDecl &Kernel,
                                const PreciseUse &Use);

/// The divisor of \p Use as it stands in the source.
std::string divisorText(const clang::ASTContext &Ctx, const PreciseUse &Use);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_RECOMPILED_PRECISEMATH_H
