//===- CallerBlocks.h - What callers say of a block -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_GUESSED_CALLERBLOCKS_H
#define GPUPERF_PLUGIN_FINDINGS_GUESSED_CALLERBLOCKS_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace gpuperf {

/// The numbers x, y and z of the dim3 that callers in this file pass to the
/// parameter \p Parameter of \p Function, where all of them write the same
/// number: `dim3 block(1, rows)` says that x is 1. Nothing for the others, and
/// where nobody calls it with a dim3 that is read here.
std::array<std::optional<uint64_t>, 3>
blockSaidByCallers(clang::ASTContext &Ctx, const clang::FunctionDecl &Function,
                   llvm::StringRef Parameter);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_GUESSED_CALLERBLOCKS_H
