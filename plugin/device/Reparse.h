//===- Reparse.h - Second, device-mode parse of a file ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_REPARSE_H
#define GPUPERF_PLUGIN_DEVICE_REPARSE_H

#include "plugin/device/DeviceIr.h"
#include "plugin/device/Emit.h"

namespace gpuperf {

/// Parses the main file of \p PP once more, as device code for
/// Options.SmArch, with the outer parse's files (unsaved text included), search
/// paths, macros and language; then emits the kernels of these mangled names.
llvm::Expected<EmittedKernels>
reparseAndEmit(clang::ASTContext &Ctx, clang::Preprocessor &PP,
               llvm::ArrayRef<std::string> MangledKernels,
               const DeviceIrOptions &Options);

/// A file that is to be read with other text than it has.
struct ChangedFile {
  std::string Name; ///< as the parse at hand names it
  std::string Text;
};

/// What is otherwise when a file is parsed once more.
struct ParseChange {
  std::vector<ChangedFile> Files = {};
  /// Math functions, divisions and square roots in single precision are the
  /// fast ones, as with nvcc's -use_fast_math.
  bool FastMath = false;
  /// Another file that is parsed in the place of the main one, with all bodies
  /// of functions; empty: none.
  std::string OtherFile = {};
};

/// Parses the main file of \p PP once more, likewise, with \p Change, and calls
/// \p Use with what came of it; the AST is gone afterwards. An error where that
/// does not compile; \p Use is not called then.
llvm::Error reparseChanged(
    clang::ASTContext &Ctx, clang::Preprocessor &PP, const ParseChange &Change,
    const DeviceIrOptions &Options,
    llvm::function_ref<void(clang::ASTContext &, clang::Preprocessor &)> Use);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_REPARSE_H
