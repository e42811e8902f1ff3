//===- Csv.h - Fields of comma-separated values -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_DRAW_CSV_H
#define GPUPERF_PLUGIN_CLI_DRAW_CSV_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gpuperf {

/// \p Text as one field: in quotes where it holds a comma, a quote or a line
/// break (RFC 4180).
std::string csvField(llvm::StringRef Text);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_DRAW_CSV_H
