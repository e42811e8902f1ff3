//===- RepeatedCopyCheck.h - gpuperf-repeated-copy --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_HOST_REPEATEDCOPYCHECK_H
#define GPUPERF_PLUGIN_CHECKS_HOST_REPEATEDCOPYCHECK_H

#include "plugin/checks/base/AdviceCheck.h"
#include <optional>

namespace gpuperf {

struct RepeatedCopy;

/// gpuperf-repeated-copy: copies between host and GPU, or on the GPU, that a
/// loop makes again and again and need not; see RepeatedCopyCheck.md.
class RepeatedCopyCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  void reportFile(const FileAnalysis &File) override;

private:
  struct Cost;
  /// What the copy costs on the GPU where its share is largest; nothing: not
  /// enough, or a kernel needs the copy.
  std::optional<Cost> costOf(const RepeatedCopy &Copy, const FileAnalysis &File,
                             const WithGuessedBlocks *Guessed) const;
  /// What to do instead of a copy that resets what a kernel has changed.
  static std::string resetNote(const RepeatedCopy &Copy, const Cost &C);
  /// False: there is nothing to report.
  bool reportCopy(const RepeatedCopy &Copy, const FileAnalysis &File);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_HOST_REPEATEDCOPYCHECK_H
