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

/// Takes out of \p Errors what clang alone holds against a file that nvcc
/// compiles: __shared__ variables with a constructor (cuda::barrier), and
/// __managed__ variables in device code. For builds with nvcc only.
void dropFalseErrors(std::vector<clang::tidy::ClangTidyError> &Errors);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_FALSEERRORS_H
