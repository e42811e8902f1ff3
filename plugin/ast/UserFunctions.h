//===- UserFunctions.h - The code of a kernel -------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_USERFUNCTIONS_H
#define GPUPERF_PLUGIN_AST_USERFUNCTIONS_H

#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace gpuperf {

/// The definitions that code of \p Kernel may execute and that stand in files
/// of the user, itself first. Nothing if one of them has errors.
std::vector<const clang::FunctionDecl *>
userFunctionsOf(clang::ASTContext &Ctx, const clang::FunctionDecl &Kernel);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_USERFUNCTIONS_H
