//===- ThreadIndex.h - A thread's place in the source -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_THREADINDEX_H
#define GPUPERF_PLUGIN_AST_THREADINDEX_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class Expr;
} // namespace clang

namespace gpuperf {

/// "x", "y" or "z" where \p E is that of threadIdx; empty where it is anything
/// else.
llvm::StringRef threadIndexPart(const clang::Expr &E);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_THREADINDEX_H
