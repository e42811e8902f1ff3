//===- AdviceCheck.h - Checks that propose a change -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_BASE_ADVICECHECK_H
#define GPUPERF_PLUGIN_CHECKS_BASE_ADVICECHECK_H

#include "plugin/checks/base/LaunchCheck.h"

namespace gpuperf {

/// What a change has to gain before it is worth a line.
class AdviceCheck : public LaunchCheck {
public:
  AdviceCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override;

protected:
  void reportFile(const FileAnalysis &File) override;
  /// False, and said at the first launch, if an option cannot be read.
  bool readOptions(const FileAnalysis &File);
  /// The source or the user says the grid: no default stands for a size.
  static bool gridIsGiven(const LaunchAnswer &Answer);
  /// Percent of the time of a launch that the change has to save.
  double MinGainPercent = 10;

private:
  const std::string MinGainOption;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_BASE_ADVICECHECK_H
