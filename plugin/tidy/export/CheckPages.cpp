//===- CheckPages.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/CheckPages.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace gpuperf;
using llvm::StringRef;

/// "UncoalescedAccess" of "gpuperf-uncoalesced-access"; other rules keep their
/// words: "ClangDiagnosticError".
static std::string pascalCase(StringRef Rule) {
  Rule.consume_front("gpuperf-");
  std::string Out;
  bool Begin = true;
  for (char C : Rule) {
    if (!llvm::isAlnum(C)) {
      Begin = true;
      continue;
    }
    Out += Begin ? llvm::toUpper(C) : C;
    Begin = false;
  }
  return Out;
}

/// The first paragraph below the heading, on one line.
static std::string firstParagraph(StringRef Page) {
  std::string Out;
  for (StringRef Line : llvm::split(Page, '\n')) {
    Line = Line.trim();
    if (Line.empty() && !Out.empty())
      break;
    if (Line.empty() || Line.starts_with("#"))
      continue;
    Out += (Out.empty() ? "" : " ") + Line.str();
  }
  return Out;
}

RuleText gpuperf::textOfRule(StringRef Rule, StringRef PagesFolder) {
  RuleText T;
  T.Name = pascalCase(Rule);
  llvm::SmallString<256> Path(PagesFolder);
  llvm::sys::path::append(Path, Rule + ".md");
  if (auto Page = llvm::MemoryBuffer::getFile(Path)) {
    T.Markdown = (*Page)->getBuffer().str();
    T.Short = firstParagraph(T.Markdown);
  }
  if (T.Short.empty())
    T.Short = ("A diagnostic of clang or clang-tidy: " + Rule + ".").str();
  return T;
}
