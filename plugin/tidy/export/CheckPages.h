//===- CheckPages.h - What the pages say of a check ----------- -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_CHECKPAGES_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_CHECKPAGES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gpuperf {

/// A rule as code hosts show it.
struct RuleText {
  std::string Name;     ///< "UncoalescedAccess"
  std::string Short;    ///< one sentence
  std::string Markdown; ///< the whole page; empty where there is none
};

/// From the page of the check in \p PagesFolder (share/gpuperf/checks); from
/// the rule's name alone where it has none.
RuleText textOfRule(llvm::StringRef Rule, llvm::StringRef PagesFolder);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_CHECKPAGES_H
