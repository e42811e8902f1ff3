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

/// A call of \p F has no other effect than its result: a function that rounds
/// up, not one that allocates. False where that cannot be seen, as for null:
/// a call through a pointer or in a template has no known function.
bool onlyComputes(const clang::ASTContext &Ctx, const clang::FunctionDecl *F);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_REWRITE_PURECALLS_H
