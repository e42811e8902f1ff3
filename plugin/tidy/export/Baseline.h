//===- Baseline.h - Findings that are known already ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_BASELINE_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_BASELINE_H

#include "plugin/tidy/export/Finding.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace gpuperf {

/// How many findings of a file, rule and text are known. An error of the
/// compiler never is: what does not compile is not checked, and hiding that
/// would make the run pass.
class Baseline {
public:
  static Baseline of(const std::vector<Finding> &Findings);

  /// The error says what is wrong in the text.
  static llvm::Expected<Baseline> parse(llvm::StringRef Text);

  /// JSON, sorted, a line for each, so that versions can be compared and
  /// merged.
  void write(llvm::raw_ostream &OS) const;

  /// Takes out what is known, in the order of the findings, and returns the
  /// diagnostics of which that was made.
  std::vector<size_t> takeKnown(std::vector<Finding> &Findings) const;

private:
  struct Key {
    std::string File, Rule, Text;
    bool operator<(const Key &Other) const;
  };
  static std::optional<Key> keyOf(const Finding &F);

  std::map<Key, int64_t> Counts;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_BASELINE_H
