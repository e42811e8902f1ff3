//===- Assume.h - Values that the user gives to names -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One grammar for the option GpuperfAssume, for `--arg` and for the comment
// `// gpuperf: assume n=1<<20, width=4096`: NAME=EXPR separated by ',' or ';',
// where EXPR is a C integer expression over literals (with suffixes, hex,
// digit separators), + - * / % << >> & | ^ ~ ( ), unary minus, or a floating
// literal, or true/false. NAME may be qualified (a.b, a::b).
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_ASSUME_H
#define GPUPERF_PLUGIN_HOST_ASSUME_H

#include "plugin/host/Expr.h"
#include "llvm/Support/Error.h"

namespace gpuperf {

/// Parses \p Text. Errors say at which column what was expected.
llvm::Expected<HostBindings> parseAssume(llvm::StringRef Text);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_HOST_ASSUME_H
