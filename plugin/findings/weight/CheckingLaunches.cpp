//===- CheckingLaunches.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/weight/CheckingLaunches.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gpuperf;
using namespace clang;

/// "check", "result" of checkResult, check_result and CHECK_RESULT.
static llvm::SmallVector<std::string, 4> wordsIn(llvm::StringRef Name) {
  llvm::SmallVector<std::string, 4> Out;
  bool Begins = true;
  for (size_t I = 0; I < Name.size(); ++I) {
    if (!llvm::isAlpha(Name[I])) {
      Begins = true;
      continue;
    }
    Begins |= llvm::isUpper(Name[I]) && I > 0 && llvm::isLower(Name[I - 1]);
    if (std::exchange(Begins, false))
      Out.emplace_back();
    Out.back().push_back(llvm::toLower(Name[I]));
  }
  return Out;
}

bool gpuperf::isNameOfCheck(llvm::StringRef Name) {
  const llvm::SmallVector<std::string, 4> Words = wordsIn(Name);
  auto HasAny = [&](std::initializer_list<llvm::StringRef> Of) {
    return llvm::any_of(
        Words, [&](const std::string &W) { return llvm::is_contained(Of, W); });
  };
  if (HasAny({"verify", "verification", "validation", "correctness"}))
    return true;
  // Other words are said of work as well, as in goldenSectionSearch: beside
  // them there is nothing but what is checked, and where.
  const std::initializer_list<llvm::StringRef> OfResults = {
      "validate", "golden", "reference"};
  const std::initializer_list<llvm::StringRef> Checked = {
      "result",  "results",  "correct", "output",
      "outputs", "solution", "answer"};
  const std::initializer_list<llvm::StringRef> Where = {
      "kernel", "gpu", "cpu", "device", "cuda", "hip", "global"};
  if (HasAny(OfResults))
    return HasAny(Checked) || llvm::all_of(Words, [&](const std::string &W) {
             return llvm::is_contained(OfResults, W) ||
                    llvm::is_contained(Where, W);
           });
  return HasAny({"check", "compare", "test"}) && HasAny(Checked);
}

/// Whether \p Call stands in a loop within \p S; nothing where it does not
/// stand there.
static std::optional<bool> isInLoop(const Stmt &S, const CallExpr &Call) {
  if (&S == &Call)
    return false;
  for (const Stmt *Part : S.children())
    if (Part)
      if (const auto Within = isInLoop(*Part, Call))
        return *Within || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(&S);
  return std::nullopt;
}

bool gpuperf::checksOthers(const LaunchAnswer &Of, const FileAnalysis &File) {
  const Stmt *Body =
      Of.Site.Function && Of.Site.Call ? Of.Site.Function->getBody() : nullptr;
  auto NameOf = [](const LaunchAnswer &A) -> llvm::StringRef {
    return A.Site.Kernel && A.Site.Kernel->getIdentifier()
               ? A.Site.Kernel->getName()
               : "";
  };
  return Body && isNameOfCheck(NameOf(Of)) &&
         isInLoop(*Body, *Of.Site.Call) == false &&
         llvm::any_of(File.Launches, [&](const LaunchAnswer &Other) {
           return !NameOf(Other).empty() && !isNameOfCheck(NameOf(Other));
         });
}
