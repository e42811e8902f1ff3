//===- ExportOptions.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/ExportOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace gpuperf;
using llvm::StringRef;

llvm::Expected<ExportOptions>
gpuperf::takeExportOptions(llvm::SmallVectorImpl<const char *> &Args) {
  ExportOptions Out;
  const std::pair<StringRef, std::string *> Known[] = {
      {"export-sarif", &Out.Sarif},
      {"export-code-quality", &Out.CodeQuality},
      {"write-baseline", &Out.WriteBaseline},
      {"baseline", &Out.Baseline}};
  llvm::SmallVector<const char *> Left;
  bool AfterDashes = false;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Arg = Args[I];
    AfterDashes |= Arg == "--";
    StringRef Name = Arg;
    const bool IsOption = !AfterDashes && Name.consume_front("-");
    Name.consume_front("-");
    auto [Word, Value] = Name.split('=');
    const auto *It = llvm::find_if(
        Known, [&](const auto &K) { return IsOption && K.first == Word; });
    if (It == std::end(Known)) {
      Left.push_back(Args[I]);
      continue;
    }
    if (Word.size() == Name.size() && I + 1 < Args.size() &&
        !StringRef(Args[I + 1]).starts_with("-"))
      Value = Args[++I];
    if (Value.empty())
      return llvm::createStringError(
          "--" + Word + " needs the name of a file: --" + Word + "=FILE");
    *It->second = Value.str();
  }
  Args.assign(Left.begin(), Left.end());
  return Out;
}

StringRef gpuperf::exportOptionsHelp() {
  return "gpuperf-clang-tidy options:\n\n"
         "  --baseline=FILE            - Leave out the findings that are in "
         "this file; an error if it is not there.\n"
         "  --export-code-quality=FILE - Write the findings for GitLab (Code "
         "Quality).\n"
         "  --export-sarif=FILE        - Write the findings as SARIF 2.1.0, "
         "for GitHub and others.\n"
         "  --write-baseline=FILE      - Write the findings of this run for "
         "--baseline.\n\n";
}
