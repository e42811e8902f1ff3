//===- RepeatedAllocationCheck.h - gpuperf-repeated-allocation --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_HOST_REPEATEDALLOCATIONCHECK_H
#define GPUPERF_PLUGIN_CHECKS_HOST_REPEATEDALLOCATIONCHECK_H

#include "plugin/checks/base/AdviceCheck.h"
#include <optional>

namespace gpuperf {

struct RepeatedAllocation;

/// gpuperf-repeated-allocation: arrays on the GPU that a loop allocates and
/// frees in every iteration; see RepeatedAllocationCheck.md.
class RepeatedAllocationCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  void reportFile(const FileAnalysis &File) override;

private:
  struct Cost;
  /// Of one iteration on the GPU where the allocations' share is largest;
  /// nothing: not enough.
  std::optional<Cost> costOf(const RepeatedAllocation &Of,
                             const FileAnalysis &File,
                             const WithGuessedBlocks *Guessed) const;
  /// What to do instead of a reset.
  void reportReset(const Cost &C, clang::SourceLocation Where);
  /// False: there is nothing to report.
  bool reportLoop(const RepeatedAllocation &Of, const FileAnalysis &File);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_HOST_REPEATEDALLOCATIONCHECK_H
