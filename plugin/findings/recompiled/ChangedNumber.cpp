//===- ChangedNumber.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/recompiled/ChangedNumber.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace gpuperf;
using namespace clang;

std::optional<ChangedFile> gpuperf::withNumber(const ASTContext &Ctx,
                                               HostSymbols::Place Spelled,
                                               unsigned Number) {
  const SourceManager &SM = Ctx.getSourceManager();
  auto [In, Offset] = SM.getDecomposedLoc(Spelled.first);
  const auto Entry = SM.getFileEntryRefForID(In);
  if (!Entry || SM.isInSystemHeader(Spelled.first))
    return std::nullopt;
  const unsigned Length =
      Lexer::MeasureTokenLength(Spelled.first, SM, Ctx.getLangOpts());
  ChangedFile Out{Entry->getName().str(), SM.getBufferData(In).str()};
  const std::string Old = Out.Text.substr(Offset, Length);
  // A suffix stays: 256u.
  const size_t Digits = Old.find_first_not_of("0123456789");
  const std::string Suffix =
      Digits == std::string::npos ? "" : Old.substr(Digits);
  if (Digits == 0 ||
      !llvm::StringRef("uUlL").contains(Suffix.empty() ? 'u' : Suffix[0]))
    return std::nullopt; // hexadecimal, or digits with separators
  Out.Text.replace(Offset, Length, std::to_string(Number) + Suffix);
  return Out;
}
