//===- FalseErrors.h - Clang's errors on code that nvcc accepts -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_FALSEERRORS_H
#define GPUPERF_PLUGIN_TIDY_FALSEERRORS_H

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"

namespace gpuperf {

/// Removes from \p Errors what clang rejects and nvcc compiles: __shared__
/// variables with a constructor, such as cuda::barrier, and __managed__
/// variables in device code. Only to be used for files that are built with
/// nvcc.
void dropFalseErrors(std::vector<clang::tidy::ClangTidyError> &Errors);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_FALSEERRORS_H
