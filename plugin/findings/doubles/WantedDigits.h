//===- WantedDigits.h - Where a float has too few digits --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_DOUBLES_WANTEDDIGITS_H
#define GPUPERF_PLUGIN_FINDINGS_DOUBLES_WANTEDDIGITS_H

namespace clang {
class ASTContext;
} // namespace clang

namespace gpuperf {

/// Whether the user's code of a parsed file shows that the seven digits of a
/// float are too few: it prints more of them, of a number that is no time, or
/// the host compares with 1e-8 or less, or a loop ends by such a comparison.
bool wantsDigitsOfDouble(clang::ASTContext &Ctx);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_DOUBLES_WANTEDDIGITS_H
