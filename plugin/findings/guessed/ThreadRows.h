//===- ThreadRows.h - Kernels of two dimensions -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_GUESSED_THREADROWS_H
#define GPUPERF_PLUGIN_FINDINGS_GUESSED_THREADROWS_H

namespace clang {
class FunctionDecl;
}

namespace gpuperf {

/// Whether \p Kernel, or a function of the user's that it calls, asks for a y
/// or z of a thread's place in its block. True where that code has errors.
bool asksForRows(const clang::FunctionDecl &Kernel);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_GUESSED_THREADROWS_H
