//===- LayoutUses.h - Who else uses an array's layout -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_LAYOUTUSES_H
#define GPUPERF_PLUGIN_FINDINGS_LAYOUTUSES_H

#include "plugin/findings/LineLosses.h"

namespace clang {
class Expr;
class ValueDecl;
} // namespace clang

namespace gpuperf {

/// The variable, or the member of the object itself, that \p Arg names; null
/// where it is something else.
const clang::ValueDecl *arrayNamed(const clang::Expr &Arg);

/// What arrayNamed says of that which the launch passes for the parameter.
const clang::ValueDecl *passedFor(const LaunchAnswer &Answer, uint32_t Param);

/// What a kernel can do about rows that lie apart where the array stays as it
/// is; \p MayShareRows as in LineFinding.
llvm::StringRef actWithin(bool MayShareRows);

/// A kernel that would lose by another layout of an array.
struct LayoutUse {
  std::string Note; ///< who it is and why
  /// The array stays as it is better: no other act is known, and this kernel
  /// takes as long in the program as the one that would gain.
  bool Outweighs = false;
};

/// The heaviest other kernel of \p File that gets an array which \p Loss is
/// about, and would lose by another layout of it: one that walks rows in order
/// loses by the transpose, and one that takes structures at places that data
/// decide takes more sectors of arrays. Nothing where no such use is known, and
/// where the finding's act is no layout.
std::optional<LayoutUse> useAgainstLayout(const LineLoss &Loss,
                                          const FileAnalysis &File);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_LAYOUTUSES_H
