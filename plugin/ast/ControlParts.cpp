//===- ControlParts.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/ControlParts.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;
using namespace gpuperf;

static TextPlace placeOf(const SourceManager &SM, SourceLocation At) {
  At = SM.getExpansionLoc(At);
  if (At.isInvalid())
    return {};
  return {SM.getSpellingLineNumber(At), SM.getSpellingColumnNumber(At)};
}

static TextPart partOf(const SourceManager &SM, const Stmt *S) {
  if (!S || S->getBeginLoc().isInvalid())
    return {};
  // The end is where the last token begins: no code stands behind that.
  return {placeOf(SM, S->getBeginLoc()),
          placeOf(SM, SM.getExpansionRange(S->getEndLoc()).getEnd())};
}

static bool isJump(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    S = Block->size() == 1 ? Block->body_front() : nullptr;
  if (const auto *Return = dyn_cast_or_null<ReturnStmt>(S))
    return !Return->getRetValue();
  return isa_and_nonnull<BreakStmt, ContinueStmt, GotoStmt>(S);
}

/// The parts of \p S; nothing if it decides nothing.
static std::optional<ControlParts> partsOf(const SourceManager &SM,
                                           const Stmt &S) {
  const Stmt *Then = nullptr, *Else = nullptr;
  SourceLocation Begin = S.getBeginLoc();
  if (const auto *If = dyn_cast<IfStmt>(&S)) {
    Then = If->getThen(), Else = If->getElse();
  } else if (const auto *Choice = dyn_cast<ConditionalOperator>(&S)) {
    Then = Choice->getTrueExpr(), Else = Choice->getFalseExpr();
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(&S)) {
    Then = Switch->getBody();
  } else if (const auto *While = dyn_cast<WhileStmt>(&S)) {
    Then = While->getBody();
  } else if (const auto *For = dyn_cast<ForStmt>(&S)) {
    Then = For->getBody();
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&S)) {
    Then = Range->getBody();
  } else if (const auto *Do = dyn_cast<DoStmt>(&S)) {
    Then = Do->getBody();
  } else {
    return std::nullopt;
  }
  if (!Then || Begin.isMacroID() || Then->getBeginLoc().isMacroID())
    return std::nullopt;
  ControlParts Out;
  Out.Then = partOf(SM, Then);
  Out.Else = partOf(SM, Else);
  Out.Head = {placeOf(SM, Begin), Out.Then.Begin};
  if (Out.Head.End.Column > 1)
    --Out.Head.End.Column;
  Out.ThenJumps = isJump(Then);
  return Out;
}

std::optional<ControlParts> gpuperf::controlPartsOn(const SourceManager &SM,
                                                    const FunctionDecl &F,
                                                    unsigned Line) {
  llvm::SmallVector<const Stmt *, 32> Work;
  if (const Stmt *Body = F.getBody())
    Work.push_back(Body);
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    // A lambda's body is a function of its own.
    if (!S || isa<LambdaExpr>(S))
      continue;
    const SourceLocation Begin = SM.getExpansionLoc(S->getBeginLoc());
    const SourceLocation End = SM.getExpansionRange(S->getEndLoc()).getEnd();
    if (Begin.isValid() && SM.getSpellingLineNumber(Begin) > Line)
      continue;
    if (End.isValid() && SM.getSpellingLineNumber(End) < Line)
      continue;
    if (Begin.isValid() && SM.getSpellingLineNumber(Begin) == Line)
      if (auto Parts = partsOf(SM, *S))
        return Parts;
    llvm::SmallVector<const Stmt *, 8> Children(S->child_begin(),
                                                S->child_end());
    for (const Stmt *Child : llvm::reverse(Children))
      Work.push_back(Child);
  }
  return std::nullopt;
}
