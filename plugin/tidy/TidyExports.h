//===- TidyExports.h - Reports and baselines, as options say ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_TIDYEXPORTS_H
#define GPUPERF_PLUGIN_TIDY_TIDYEXPORTS_H

#include "plugin/tidy/export/Baseline.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>
#include <vector>

namespace clang::tidy {
struct ClangTidyError;
} // namespace clang::tidy

namespace gpuperf {

/// --export-sarif, --export-code-quality, --write-baseline and --baseline
/// beside clang-tidy's own options in --help. To be called before they are
/// parsed.
void showExportOptions();

/// What the options ask for, around a run of clang-tidy. Whatever cannot be
/// done is said on standard error.
class TidyExports {
public:
  /// Reads the baseline and looks whether the files can be written, so that
  /// nobody waits for a run that comes to nothing. False if the run is not
  /// worth it.
  bool begin();

  /// Takes known findings out of \p Errors and writes the files.
  void end(std::vector<clang::tidy::ClangTidyError> &Errors,
           llvm::ArrayRef<std::string> InputFiles, llvm::vfs::FileSystem &Files,
           bool Quiet);

  bool failed() const { return Failed; }

private:
  std::optional<Baseline> Known;
  bool Failed = false;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_TIDYEXPORTS_H
