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

/// A check that proposes a change reports it only if it gains a certain share
/// of the launch's time.
class AdviceCheck : public LaunchCheck {
public:
  AdviceCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override;

protected:
  void reportFile(const FileAnalysis &File) override;
  bool isAboutContexts() const override { return true; }
  /// Reads the options. Returns false if one of them cannot be read, after
  /// reporting that at the first launch of the file.
  bool readOptions(const FileAnalysis &File);
  /// The source or the user says the grid: no default stands for a size.
  static bool gridIsGiven(const LaunchAnswer &Answer);
  /// What a note says of a share that is the least of several sizes, as the
  /// source gives none.
  static std::string leastOfTriedSizes();
  /// A note on the launches of other kernels that are made with the number
  /// which the grid of \p Answer is made with, as they get \p With, "with fewer
  /// blocks", as well; empty where there is none.
  static std::string madeWithSameNumber(const LaunchAnswer &Answer,
                                        const FileAnalysis &File,
                                        llvm::StringRef With);
  /// The share of a launch's time that the change has to save, in percent.
  double MinGainPercent = 10;

private:
  const std::string MinGainOption;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_BASE_ADVICECHECK_H
