//===- ShowLaunch.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/base/ShowLaunch.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace gpuperf {

static EditorPlace placeOf(SourceLocation Loc, const SourceManager &SM) {
  EditorPlace Out;
  const auto [File, Offset] = SM.getDecomposedLoc(Loc);
  bool Invalid = false;
  const llvm::StringRef Text = SM.getBufferData(File, &Invalid);
  if (Invalid || Offset > Text.size())
    return Out;
  Out.Line = SM.getLineNumber(File, Offset) - 1;
  // No line break before it: the place is on the first line, and npos + 1 is 0.
  const llvm::StringRef Before =
      Text.slice(Text.rfind('\n', Offset) + 1, Offset);
  Out.Bytes = static_cast<unsigned>(Before.size());
  for (unsigned char C : Before) {
    if ((C & 0xc0) == 0x80)
      continue; // inside of a character
    ++Out.CodePoints;
    Out.Utf16 += C >= 0xf0 ? 2 : 1;
  }
  return Out;
}

/// Where the launch names its kernel; null if a pointer is launched.
static const DeclRefExpr *findName(const Stmt *In, const FunctionDecl &Kernel) {
  if (!In)
    return nullptr;
  if (const auto *Name = dyn_cast<DeclRefExpr>(In))
    if (const auto *F = dyn_cast<FunctionDecl>(Name->getDecl());
        F && F->getCanonicalDecl() == Kernel.getCanonicalDecl())
      return Name;
  for (const Stmt *Child : In->children())
    if (const DeclRefExpr *Name = findName(Child, Kernel))
      return Name;
  return nullptr;
}

ShownLaunch placesOf(const LaunchSite &Site, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  ShownLaunch Out;
  auto spanOf = [&](SourceRange Range, EditorPlace &Begin, EditorPlace &End) {
    const CharSourceRange InFile = Lexer::getAsCharRange(
        SM.getExpansionRange(Range), SM, Ctx.getLangOpts());
    if (InFile.isInvalid())
      return;
    Begin = placeOf(InFile.getBegin(), SM);
    End = placeOf(InFile.getEnd(), SM);
  };
  if (!Site.Call) {
    Out.Begin = Out.End = placeOf(Site.Where, SM);
    return Out;
  }
  spanOf(Site.Call->getSourceRange(), Out.Begin, Out.End);
  Out.NameBegin = Out.NameEnd = Out.Begin;
  if (const DeclRefExpr *Name =
          Site.Kernel ? findName(Site.Call, *Site.Kernel) : nullptr)
    spanOf(Name->getSourceRange(), Out.NameBegin, Out.NameEnd);
  return Out;
}

} // namespace gpuperf
