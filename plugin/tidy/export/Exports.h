//===- Exports.h - Findings as files for code hosts ----------- -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_EXPORTS_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_EXPORTS_H

#include "plugin/tidy/export/TidyFinding.h"
#include "llvm/Support/JSON.h"

namespace gpuperf {

/// GitHub shows so many results of a run; the worst come first.
inline constexpr size_t MostSarifResults = 5000;

/// SARIF 2.1.0 with one run: the rules that have a result, with the text of
/// their pages in \p PagesFolder, and the results with fixes and fingerprints.
/// \p Root: what relative names are relative to.
llvm::json::Value toSarif(llvm::ArrayRef<TidyFinding> Findings,
                          llvm::StringRef Root, llvm::StringRef PagesFolder);

/// GitLab's Code Quality report: an array with a fingerprint each.
llvm::json::Value toCodeQuality(llvm::ArrayRef<TidyFinding> Findings);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_EXPORTS_H
