//===- KernelErrors.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/KernelErrors.h"
#include "plugin/ast/SharedConstructors.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallVector.h"

using namespace gpuperf;
using namespace clang;

/// Tokens between two statements that belong to neither: the parser skipped
/// them after an error.
static bool droppedText(const ASTContext &Ctx, SourceLocation From,
                        SourceLocation To) {
  const SourceManager &SM = Ctx.getSourceManager();
  // Macros and directives put text there that is fine.
  if (From.isInvalid() || To.isInvalid() || From.isMacroID() || To.isMacroID())
    return false;
  auto [File, Begin] = SM.getDecomposedLoc(From);
  auto [EndFile, End] = SM.getDecomposedLoc(To);
  if (File != EndFile || Begin >= End)
    return false;
  bool Invalid = false;
  llvm::StringRef Buffer = SM.getBufferData(File, &Invalid);
  if (Invalid || End > Buffer.size())
    return false;
  if (Buffer.slice(Begin, End).contains('#'))
    return false;
  Lexer L(SM.getLocForStartOfFile(File), Ctx.getLangOpts(), Buffer.begin(),
          Buffer.begin() + Begin, Buffer.end());
  Token T;
  while (true) {
    L.LexFromRawLexer(T);
    if (T.is(tok::eof) || SM.getFileOffset(T.getLocation()) >= End)
      return false;
    // An identifier may be a macro that expands to nothing.
    if (T.isOneOf(tok::semi, tok::comment, tok::raw_identifier))
      continue;
    return true;
  }
}

static bool droppedIn(const ASTContext &Ctx, const CompoundStmt *C) {
  SourceLocation At = Lexer::getLocForEndOfToken(
      C->getLBracLoc(), 0, Ctx.getSourceManager(), Ctx.getLangOpts());
  for (const Stmt *S : C->body()) {
    if (droppedText(Ctx, At, S->getBeginLoc()))
      return true;
    At = Lexer::getLocForEndOfToken(S->getEndLoc(), 0, Ctx.getSourceManager(),
                                    Ctx.getLangOpts());
  }
  return droppedText(Ctx, At, C->getRBracLoc());
}

/// \p MayLack: text that no statement stands for is no error. An instantiation
/// lacks the branches of `if constexpr` that it does not take.
static bool containsErrors(const ASTContext &Ctx, const Stmt *Root,
                           bool MayLack) {
  if (!Root)
    return false;
  bool HasErrors = Ctx.getDiagnostics().hasUncompilableErrorOccurred() ||
                   Ctx.getDiagnostics().hasErrorOccurred();
  if (!HasErrors)
    return false;
  llvm::SmallVector<const Stmt *, 32> Work{Root};
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    if (const auto *E = dyn_cast<Expr>(S); E && E->containsErrors())
      return true;
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *X : D->decls()) {
        if (X->isInvalidDecl())
          return true;
        if (const auto *V = dyn_cast<VarDecl>(X); V && V->getInit())
          Work.push_back(V->getInit());
      }
    if (const auto *C = dyn_cast<CompoundStmt>(S);
        C && !MayLack && droppedIn(Ctx, C))
      return true;
    for (const Stmt *Child : S->children())
      if (Child)
        Work.push_back(Child);
  }
  return false;
}

bool gpuperf::containsErrors(const ASTContext &Ctx, const Stmt *Root) {
  return ::containsErrors(Ctx, Root, /*MayLack=*/false);
}

bool gpuperf::containsErrors(const ASTContext &Ctx, const FunctionDecl &F) {
  // All uses of such a variable look like errors. The device parse, which
  // takes the variable, says whether there are others.
  if (declaresRefusedShared(F))
    return false;
  if (F.isInvalidDecl())
    return true;
  const FunctionDecl *Definition = nullptr;
  if (!F.hasBody(Definition))
    return false;
  if (Definition->isInvalidDecl() || Definition->willHaveBody())
    return true;
  for (const ParmVarDecl *P : Definition->parameters())
    if (P->isInvalidDecl())
      return true;
  // What was dropped from a template is only missed in its pattern.
  const FunctionDecl *Pattern = Definition->getTemplateInstantiationPattern();
  if (::containsErrors(Ctx, Definition->getBody(),
                       /*MayLack=*/Pattern && Pattern != Definition))
    return true;
  return Pattern && Pattern != Definition && Pattern->hasBody() &&
         (Pattern->isInvalidDecl() || containsErrors(Ctx, Pattern->getBody()));
}
