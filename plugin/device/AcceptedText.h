//===- AcceptedText.h - Text that nvcc takes and clang does not -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_ACCEPTEDTEXT_H
#define GPUPERF_PLUGIN_DEVICE_ACCEPTEDTEXT_H

#include "llvm/Support/VirtualFileSystem.h"

namespace gpuperf {

/// \p Text with commas between the operands of inline assembly that lack one:
/// `"r"(a)  "l"(b)` becomes `"r"(a), "l"(b)` in the same columns. Empty if
/// there are none.
std::string withOperandCommas(llvm::StringRef Text);

/// \p Text with the brackets of launches in one piece: `k << <g, b >> >(x)`, as
/// some editors format it and nvcc takes it, becomes `k <<< g, b >>> (x)` in
/// the same columns. Empty if there are none.
std::string withWholeBrackets(llvm::StringRef Text);

/// Reads \p Files, and puts such commas into the headers that are known to lack
/// them. CUTLASS 4's cute/arch/copy_sm100.hpp does, in code that nvcc compiles;
/// with an error in a header, no kernel of the file could be trusted. Brackets
/// of launches are joined in files of CUDA code (.cu, .cuh).
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
acceptingFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_ACCEPTEDTEXT_H
