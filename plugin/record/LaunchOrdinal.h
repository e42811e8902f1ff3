//===- LaunchOrdinal.h - Which launch of a kernel in its function *- C++
//-*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_LAUNCHORDINAL_H
#define GPUPERF_PLUGIN_RECORD_LAUNCHORDINAL_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace gpuperf::record {

/// Counts in the text of a file how often \p Kernel (its name as written,
/// possibly with template arguments) is launched with <<<...>>> from the line
/// \p FirstLine up to, but not including, the launch at \p Line and \p Column.
/// Lines and columns count from 1; a column of 0 is not known. Nothing where
/// no launch of that kernel is written there, as when a macro launches it.
std::optional<unsigned> launchOrdinal(llvm::StringRef Text,
                                      llvm::StringRef Kernel,
                                      unsigned FirstLine, unsigned Line,
                                      unsigned Column);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_LAUNCHORDINAL_H
