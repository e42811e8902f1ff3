//===- BrokenText.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/frontend/BrokenText.h"
#include "plugin/frontend/BodyTokens.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace gpuperf;

namespace {
/// Compares one body with its tokens.
class TextCheck {
public:
  TextCheck(Preprocessor &PP, FileID File, BodyTokens Tokens, bool Strict)
      : PP(PP), SM(PP.getSourceManager()), File(File),
        Tokens(std::move(Tokens)), Strict(Strict) {}

  /// Offset of the first text that is not accounted for.
  std::optional<unsigned> run(const Stmt &Body) {
    llvm::SmallVector<const Stmt *, 32> Work{&Body};
    llvm::SmallVector<const Stmt *, 64> All;
    llvm::SmallVector<unsigned, 64> Begins;
    while (!Work.empty()) {
      const Stmt *S = Work.pop_back_val();
      All.push_back(S);
      // The body's own brace is no evidence for any #if in it.
      if (std::optional<unsigned> At = beginOffset(*S); At && S != &Body)
        Begins.push_back(*At);
      for (const Stmt *Child : S->children())
        if (Child)
          Work.push_back(Child);
    }
    llvm::sort(Begins);
    Tokens.decideConditionals(Begins, PP);
    std::optional<unsigned> First;
    for (const Stmt *S : All)
      if (std::optional<unsigned> At = check(*S))
        First = First ? std::min(*First, *At) : *At;
    return First;
  }

private:
  std::optional<unsigned> offsetIn(SourceLocation Loc) const {
    if (Loc.isInvalid())
      return std::nullopt;
    auto [Where, Offset] = SM.getDecomposedLoc(Loc);
    if (Where != File)
      return std::nullopt;
    return Offset;
  }
  std::optional<unsigned> beginOffset(const Stmt &S) const {
    if (S.getBeginLoc().isInvalid())
      return std::nullopt;
    return offsetIn(SM.getExpansionLoc(S.getBeginLoc()));
  }
  std::optional<unsigned> endOffset(const Stmt &S) const {
    if (S.getEndLoc().isInvalid())
      return std::nullopt;
    return offsetIn(SM.getExpansionRange(S.getEndLoc()).getEnd());
  }

  std::optional<unsigned> check(const Stmt &S) const {
    if (const auto *Block = dyn_cast<CompoundStmt>(&S))
      return checkBlock(*Block);
    if (const auto *Null = dyn_cast<NullStmt>(&S))
      return checkNull(*Null);
    if (const auto *For = dyn_cast<ForStmt>(&S))
      return checkForHeader(*For);
    return std::nullopt;
  }

  std::optional<unsigned> checkBlock(const CompoundStmt &Block) const {
    if (Block.getLBracLoc().isMacroID() || Block.getRBracLoc().isMacroID())
      return std::nullopt;
    std::optional<unsigned> Open = offsetIn(Block.getLBracLoc());
    std::optional<unsigned> Close = offsetIn(Block.getRBracLoc());
    if (!Open || !Close)
      return std::nullopt;
    // clang closes a body that it gave up on at its opening brace.
    if (*Close <= *Open)
      return Open;
    size_t Cursor = Tokens.indexAt(*Open) + 1;
    for (const Stmt *Child : Block.body()) {
      std::optional<unsigned> Begin = beginOffset(*Child);
      std::optional<unsigned> End = endOffset(*Child);
      if (!Begin || !End)
        continue;
      if (auto Missing = Tokens.firstUnaccounted(Cursor, *Begin, PP, Strict))
        return Missing;
      Cursor = std::max(Cursor, Tokens.indexAt(*End) + 1);
    }
    return Tokens.firstUnaccounted(Cursor, *Close, PP, Strict);
  }

  /// A branch that clang could not parse becomes an empty statement at the
  /// place where its text begins.
  std::optional<unsigned> checkNull(const NullStmt &Null) const {
    if (Null.getSemiLoc().isMacroID() || Null.hasLeadingEmptyMacro())
      return std::nullopt;
    std::optional<unsigned> At = offsetIn(Null.getSemiLoc());
    if (!At || Tokens.kindAt(*At) == tok::semi)
      return std::nullopt;
    return At;
  }

  /// clang leaves out an init or increment that it cannot parse.
  std::optional<unsigned> checkForHeader(const ForStmt &For) const {
    if (For.getLParenLoc().isMacroID() || For.getRParenLoc().isMacroID())
      return std::nullopt;
    std::optional<unsigned> Open = offsetIn(For.getLParenLoc());
    std::optional<unsigned> Close = offsetIn(For.getRParenLoc());
    if (!Open || !Close)
      return std::nullopt;
    const Stmt *Condition = For.getConditionVariableDeclStmt();
    if (!Condition)
      Condition = For.getCond();
    return Tokens.firstMissingForPart(
        *Open, *Close, {For.getInit() != nullptr, Condition != nullptr,
                        For.getInc() != nullptr});
  }

  Preprocessor &PP;
  const SourceManager &SM;
  FileID File;
  BodyTokens Tokens;
  bool Strict;
};
} // namespace

std::optional<unsigned> gpuperf::lineOfDroppedText(const FunctionDecl &F,
                                                   Preprocessor &PP,
                                                   bool Strict) {
  // The text belongs to the template; an instantiation's body has discarded
  // branches of its own.
  const FunctionDecl *Written = &F;
  if (const FunctionDecl *Pattern = F.getTemplateInstantiationPattern())
    Written = Pattern;
  const FunctionDecl *Definition = nullptr;
  if (!Written->isDefined(Definition) || !Definition->getBody())
    return std::nullopt;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  if (!Body)
    return std::nullopt;

  const SourceManager &SM = PP.getSourceManager();
  SourceLocation Open = Body->getLBracLoc(), Close = Body->getRBracLoc();
  if (Open.isInvalid() || Open.isMacroID() || Close.isMacroID())
    return std::nullopt;
  auto [File, Begin] = SM.getDecomposedLoc(Open);
  auto [CloseFile, End] = SM.getDecomposedLoc(Close);
  if (Close.isInvalid() || CloseFile != File || End <= Begin)
    return SM.getPresumedLineNumber(Open);

  BodyTokens Tokens(SM, File, Begin, End, PP.getLangOpts());
  TextCheck Check(PP, File, std::move(Tokens), Strict);
  if (std::optional<unsigned> At = Check.run(*Body))
    return SM.getPresumedLineNumber(
        SM.getLocForStartOfFile(File).getLocWithOffset(*At));
  return std::nullopt;
}
