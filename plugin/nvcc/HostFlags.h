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

/// Splits the value of a flag such as -Xcompiler or -I at its commas, except
/// for commas in quotes, in brackets or after a backslash.
std::vector<std::string> splitAtCommas(llvm::StringRef Value);

/// The arguments for the host compiler that one value of -Xcompiler holds. They
/// are separated by commas and, because nvcc hands them to a shell, by blanks.
std::vector<std::string> hostArguments(llvm::StringRef Value);

/// Of gcc's, clang's or cl's flags, those that change how the source reads:
/// include folders, macros, the language and its dialect, warnings, and of -f
/// and -m what defines macros or alters types. What only concerns code
/// generation or the host's floating point is left out: it must not reach
/// device code, and clang may not know it. -Werror is left out: clang's
/// warnings are not the build's. The order is kept.
std::vector<std::string> clangHostFlags(llvm::ArrayRef<std::string> Args);

/// Whether this flag of a host compiler takes the next argument as its value.
bool takesNextArgument(llvm::StringRef Flag);

/// "/usr/include", with a slash at the end or without: clang's own headers must
/// come before it.
bool isHostIncludeRoot(llvm::StringRef Folder);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_HOSTFLAGS_H
