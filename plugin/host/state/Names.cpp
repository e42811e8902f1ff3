//===- Names.cpp - What unknown values are called -------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/state/Names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

std::string Namer::ofPlace(const HostPlace &P) const {
  if (State.inHelper() && P.Base && P.Base->isLocalVarDeclOrParm())
    return "";
  std::string Name = placeName(P);
  return Name.size() > MaxNameLength ? "" : Name;
}

HostObject Namer::named(const HostPlace &P, HostObject V) const {
  bool Nameless = V.K == Kind::None;
  if (V.K == Kind::Scalar && !State.inHelper())
    if (const HostExprNode *Unknown = asUnknown(V.Expr))
      Nameless |= Unknown->IsText;
  if (Nameless) {
    HostObject Named = unknownObject(State.Ctx, placeType(P), ofPlace(P));
    return Named.K == Kind::None ? V : Named;
  }
  if (V.K == Kind::Record) {
    // What a call returned goes by the variable that holds it.
    bool IsText =
        llvm::StringRef(V.Name).find_first_of("([") != llvm::StringRef::npos;
    if (V.Name.empty() || (IsText && V.Fields.empty() && !State.inHelper()))
      V.Name = ofPlace(P);
    for (HostField &F : V.Fields)
      if (F.Value.K == Kind::None && !V.Name.empty())
        F.Value = unknownObject(State.Ctx, F.Field->getType(),
                                V.Name + "." + F.Field->getName().str());
  }
  return V;
}

/// \p Text as a name of the assume grammar: letters, digits, `_ . ::` and one
/// pair of parentheses or brackets, with `->` written as a dot. Empty if it
/// holds anything else.
static std::string asAssumeName(llvm::StringRef Text) {
  std::string Name;
  int Open = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == ' ' && Open)
      continue;
    if (C == '(' || C == '[')
      if (++Open > 1)
        return "";
    if (C == ')' || C == ']')
      --Open;
    if (C == '-' && I + 1 < Text.size() && Text[I + 1] == '>') {
      Name += '.';
      ++I;
    } else if (llvm::isAlnum(C) || C == '_' || C == '.' || C == ':' ||
               C == '(' || C == ')' || C == '[' || C == ']' ||
               (Open && (C == ','))) {
      Name += C;
    } else {
      return "";
    }
  }
  llvm::StringRef Short = Name;
  Short.consume_front("this.");
  Short.consume_front("::");
  if (Short.empty() || Short.size() > MaxNameLength || llvm::isDigit(Short[0]))
    return "";
  return Short.str();
}

std::string Namer::ofExpr(const Expr *E) const {
  if (State.inHelper())
    return "";
  E = E->IgnoreParenImpCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const Expr *Base = M->getBase()->IgnoreParenImpCasts();
    if (isa<CXXThisExpr>(Base))
      return M->getMemberDecl()->getName().str();
    std::string Left = ofExpr(Base);
    if (Left.empty() || !M->getMemberDecl()->getDeclName().isIdentifier())
      return "";
    return Left + "." + M->getMemberDecl()->getName().str();
  }
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl())) {
      HostPlace P;
      P.Base = V;
      return ofPlace(P);
    }
    return D->getDecl()->getDeclName().isIdentifier()
               ? D->getDecl()->getName().str()
               : "";
  }
  const SourceManager &SM = State.Ctx.getSourceManager();
  const LangOptions &Language = State.Ctx.getLangOpts();
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E->getSourceRange()), SM, Language);
  if (Range.isInvalid())
    return "";
  llvm::StringRef Text = Lexer::getSourceText(Range, SM, Language);
  if (Text.size() > 2 * MaxNameLength) // spaces and `->` make it shorter
    return "";
  return asAssumeName(Text);
}
