//===- Sarif.h - Findings as SARIF 2.1.0 --------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_SARIF_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_SARIF_H

#include "plugin/tidy/export/Finding.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace gpuperf {

struct SarifTool {
  std::string Version;
  /// Where the repository can be read; may be empty.
  std::string Homepage;
};

/// As many as GitHub shows of a run.
constexpr size_t SarifMostResults = 5000;

/// A log with one run. Findings without a place are notifications in it. Of
/// more than \p Most others the worst are kept, and a notification says so.
llvm::json::Value sarifLog(std::vector<Finding> Findings, const SarifTool &Tool,
                           size_t Most = SarifMostResults);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_SARIF_H
