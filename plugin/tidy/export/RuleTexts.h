//===- RuleTexts.h - What is said about a rule --------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_RULETEXTS_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_RULETEXTS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gpuperf {

/// All of it is plain text but Markdown. An address is empty if there is none.
struct RuleTexts {
  std::string Name;  ///< GpuperfUncoalescedAccess
  std::string Short; ///< one sentence
  std::string Full;  ///< a paragraph
  std::string Help;
  std::string Markdown;
  std::string HelpUri;
};

/// Of our checks, the texts are those of their pages, which are embedded. Other
/// rules are clang's or clang-tidy's, and the address is that of their pages.
/// \p Homepage: where the repository can be read; may be empty.
RuleTexts ruleTexts(llvm::StringRef Rule, llvm::StringRef Homepage);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_RULETEXTS_H
