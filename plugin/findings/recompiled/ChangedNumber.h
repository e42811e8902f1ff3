//===- ChangedNumber.h - A file with another number -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_RECOMPILED_CHANGEDNUMBER_H
#define GPUPERF_PLUGIN_FINDINGS_RECOMPILED_CHANGEDNUMBER_H

#include "plugin/device/Reparse.h"
#include "plugin/host/Symbols.h"

namespace gpuperf {

/// The main file or header that the number at \p Spelled stands in, with
/// \p Number there instead. Nothing for numbers of system headers, and for
/// those that are not written in decimal digits alone (a suffix stays).
std::optional<ChangedFile> withNumber(const clang::ASTContext &Ctx,
                                      HostSymbols::Place Spelled,
                                      unsigned Number);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_RECOMPILED_CHANGEDNUMBER_H
