//===- RefusedSizes.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/RefusedSizes.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using namespace gpuperf;

namespace {
/// Whether a statement in front of a place ends the function by a comparison
/// with one of several names.
class ExitsBefore : public RecursiveASTVisitor<ExitsBefore> {
public:
  ExitsBefore(const SourceManager &SM, SourceLocation Before,
              const llvm::StringSet<> &Names)
      : SM(SM), Before(Before), Names(Names) {}
  bool Found = false;

  bool VisitIfStmt(IfStmt *If) {
    Found |= SM.isBeforeInTranslationUnit(If->getBeginLoc(), Before) &&
             names(If->getCond()) &&
             (exits(If->getThen()) || exits(If->getElse()));
    return !Found;
  }

private:
  bool names(const Stmt *S) const {
    if (!S)
      return false;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (Names.contains(Ref->getNameInfo().getAsString()))
        return true;
    return llvm::any_of(S->children(),
                        [&](const Stmt *Part) { return names(Part); });
  }
  static bool exits(const Stmt *S) {
    if (!S)
      return false;
    if (isa<ReturnStmt, CXXThrowExpr, GotoStmt>(S))
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *F = Call->getDirectCallee(); F && F->isNoReturn())
        return true;
    return llvm::any_of(S->children(), exits);
  }

  const SourceManager &SM;
  const SourceLocation Before;
  const llvm::StringSet<> &Names;
};
} // namespace

bool gpuperf::refusesSizes(const LaunchSite &Site, const SourceManager &SM,
                           unsigned Dimension) {
  const FunctionDecl *F = Site.Function;
  if (!F || !F->getBody())
    return false;
  llvm::StringSet<> Names;
  for (const std::string &Name : freeNames(Site.Grid[Dimension]))
    Names.insert(Name);
  ExitsBefore Exits(SM, Site.Where, Names);
  Exits.TraverseStmt(F->getBody());
  return Exits.Found;
}
