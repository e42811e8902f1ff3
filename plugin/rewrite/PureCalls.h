//===- PureCalls.h - Functions that only compute a value --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_REWRITE_PURECALLS_H
#define GPUPERF_PLUGIN_REWRITE_PURECALLS_H

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace gpuperf {

/// Nothing is left of a call but its result: a rounding helper, not an
/// allocation. False where that cannot be seen.
bool onlyComputes(const clang::ASTContext &Ctx, const clang::FunctionDecl *F);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_REWRITE_PURECALLS_H
