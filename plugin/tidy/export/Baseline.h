//===- Baseline.h - Findings that are known already ----------- -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_BASELINE_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_BASELINE_H

#include "plugin/tidy/export/TidyFinding.h"
#include "llvm/Support/Error.h"
#include <map>

namespace gpuperf {

/// How many findings there are of each key (TidyFinding::Key). No lines are in
/// it, so that edits of other code leave it valid.
using Baseline = std::map<std::string, unsigned>;

/// An error names the file and says what is wrong.
llvm::Expected<Baseline> readBaseline(llvm::StringRef Path);
Baseline baselineOf(llvm::ArrayRef<clang::tidy::ClangTidyError> Errors,
                    llvm::StringRef Root);
/// One key a line, sorted, so that changes of it can be read.
void writeBaseline(llvm::raw_ostream &OS, const Baseline &Known);

/// Leaves the diagnostics that \p Known does not have: of a key, as many as
/// there are more than in it, the last ones. Errors of the compiler stay.
void dropKnown(std::vector<clang::tidy::ClangTidyError> &Errors, Baseline Known,
               llvm::StringRef Root);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_BASELINE_H
