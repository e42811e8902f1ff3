//===- HostFlags.h - What clang is given of a host compiler's flags -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_HOSTFLAGS_H
#define GPUPERF_PLUGIN_NVCC_HOSTFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace gpuperf {

/// Splits a value of -Xcompiler, -I and the like at its commas; not in quotes,
/// not in brackets, and not after a backslash.
std::vector<std::string> splitAtCommas(llvm::StringRef Value);

/// The arguments that a value of -Xcompiler is for the host compiler: split at
/// commas, and at blanks as nvcc's own shell command splits it.
std::vector<std::string> hostArguments(llvm::StringRef Value);

/// Of gcc's, clang's or cl's flags, those that change how the source reads:
/// include folders, macros, the language and its dialect, warnings, and of -f
/// and -m what defines macros or alters types. What only concerns code
/// generation or the host's floating point is left out: it must not reach
/// device code, and clang may not know it. -Werror is left out: clang's
/// warnings are not the build's. The order is kept.
std::vector<std::string> clangHostFlags(llvm::ArrayRef<std::string> Args);

/// Whether a host compiler's flag has its value in the next argument.
bool takesNextArgument(llvm::StringRef Flag);

/// "/usr/include", with a slash at the end or without: clang's own headers must
/// come before it.
bool isHostIncludeRoot(llvm::StringRef Folder);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_HOSTFLAGS_H
