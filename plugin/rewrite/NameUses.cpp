//===- NameUses.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/NameUses.h"
#include "plugin/host/LaunchValues.h"
#include "plugin/rewrite/PureCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gpuperf;
using namespace clang;

class NameUses::Walk : public RecursiveASTVisitor<NameUses::Walk> {
  using Base = RecursiveASTVisitor<Walk>;

public:
  Walk(NameUses &N) : N(N), SM(N.Ctx.getSourceManager()) {}

  /// Variables of a template's instantiation are others than the template's.
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *D) {
    if (!D)
      return true;
    const DeclContext *DC = D->getLexicalDeclContext();
    if (DC && DC->isFileContext() &&
        (D->getLocation().isInvalid() ||
         SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()))))
      return true;
    return Base::TraverseDecl(D);
  }

  bool TraverseVarDecl(VarDecl *V) {
    // The type, whose bounds may name anything, is nobody's value.
    if (TypeSourceInfo *T = V->getTypeSourceInfo())
      TraverseTypeLoc(T->getTypeLoc());
    into(V->getCanonicalDecl(), V->getInit());
    return true;
  }

  bool TraverseEnumConstantDecl(EnumConstantDecl *C) {
    into(C->getCanonicalDecl(), C->getInitExpr());
    return true;
  }

  bool TraverseCUDAKernelCallExpr(CUDAKernelCallExpr *E) {
    if (CallExpr *Config = E->getConfig()) {
      // Grid, block and shared memory; not the stream.
      unsigned First = 0, Role = 0;
      while (First < Config->getNumArgs() &&
             Config->getArg(First)->getType()->isPointerType())
        ++First;
      for (unsigned I = First; I < Config->getNumArgs(); ++I, ++Role)
        Role < 3 ? launch(Config->getArg(I)) : other(Config->getArg(I));
    }
    other(E->getCallee());
    for (Expr *A : E->arguments())
      other(A);
    return true;
  }

  bool TraverseCallExpr(CallExpr *E) {
    const FunctionDecl *F = E->getDirectCallee();
    const LaunchApi Api = F ? launchApiOf(E) : LaunchApi::None;
    const bool OfHandle = Api == LaunchApi::ModuleLaunch;
    if ((Api != LaunchApi::LaunchKernel && !OfHandle) ||
        F->getName().contains("Cooperative"))
      return call(E, [&] { return Base::TraverseCallExpr(E); });
    const auto IsSize = [&](unsigned I) {
      return OfHandle ? I >= 1 && I <= 7 : I == 1 || I == 2 || I == 4;
    };
    for (unsigned I = 0; I < E->getNumArgs(); ++I)
      IsSize(I) ? launch(E->getArg(I)) : other(E->getArg(I));
    return true;
  }

  bool TraverseBinaryOperator(BinaryOperator *E) {
    if (E->getOpcode() != BO_Assign)
      return Base::TraverseBinaryOperator(E);
    return assignment(E->getLHS(), E->getRHS()) ||
           Base::TraverseBinaryOperator(E);
  }
  bool TraverseBinAssign(BinaryOperator *E) {
    return TraverseBinaryOperator(E);
  }

  bool TraverseCXXOperatorCallExpr(CXXOperatorCallExpr *E) {
    if (E->getOperator() == OO_Equal && E->getNumArgs() == 2 &&
        assignment(E->getArg(0), E->getArg(1)))
      return true;
    return call(E, [&] { return Base::TraverseCXXOperatorCallExpr(E); });
  }
  bool TraverseCXXMemberCallExpr(CXXMemberCallExpr *E) {
    return call(E, [&] { return Base::TraverseCXXMemberCallExpr(E); });
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    note(E->getDecl(), E->getLocation());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    if (isa<VarDecl, EnumConstantDecl>(E->getMemberDecl()))
      note(E->getMemberDecl(), E->getMemberLoc());
    return true;
  }

private:
  NameUses &N;
  const SourceManager &SM;
  bool InLaunch = false, IsWrite = false;
  const ValueDecl *Into = nullptr;

  void note(const ValueDecl *D, SourceLocation Where) {
    if (isa<VarDecl, EnumConstantDecl>(D))
      N.Uses[cast<ValueDecl>(D->getCanonicalDecl())].push_back(
          {SM.getExpansionLoc(Where), InLaunch, IsWrite, Into});
  }

  void in(Expr *E, bool Launch, bool Write, const ValueDecl *Value) {
    if (!E)
      return;
    std::swap(InLaunch, Launch);
    std::swap(IsWrite, Write);
    std::swap(Into, Value);
    if ((InLaunch || Into) && E->getBeginLoc().isValid())
      N.Stretches.push_back({inFile(E->getBeginLoc(), /*IsEnd=*/false),
                             inFile(E->getEndLoc(), /*IsEnd=*/true),
                             InLaunch ? nullptr : Into});
    TraverseStmt(E);
    std::swap(InLaunch, Launch);
    std::swap(IsWrite, Write);
    std::swap(Into, Value);
  }
  /// Where a file's text says it: a macro's argument by itself, what is in a
  /// macro's body by the macro's use.
  SourceLocation inFile(SourceLocation L, bool IsEnd) const {
    while (L.isMacroID()) {
      if (SM.isMacroArgExpansion(L)) {
        L = SM.getImmediateSpellingLoc(L);
        continue;
      }
      const CharSourceRange Use = SM.getImmediateExpansionRange(L);
      L = IsEnd ? Use.getEnd() : Use.getBegin();
    }
    return L;
  }

  /// What is handed to a function that does more than compute is used there.
  template <typename Fn> bool call(CallExpr *E, Fn Traverse) {
    const FunctionDecl *F = E->getDirectCallee();
    if (F && (F->isDependentContext() || onlyComputes(N.Ctx, F)))
      return Traverse();
    bool Launch = false;
    const ValueDecl *Value = nullptr;
    std::swap(InLaunch, Launch);
    std::swap(Into, Value);
    const bool Go = Traverse();
    std::swap(InLaunch, Launch);
    std::swap(Into, Value);
    return Go;
  }

  void launch(Expr *E) { in(E, true, false, nullptr); }
  void other(Expr *E) { in(E, false, false, nullptr); }
  void into(const ValueDecl *D, Expr *E) { in(E, false, false, D); }

  /// x = v, x.y = v for a variable x.
  bool assignment(Expr *LHS, Expr *RHS) {
    const Expr *L = LHS->IgnoreParenImpCasts();
    unsigned Member = ~0u;
    if (const auto *M = dyn_cast<MemberExpr>(L);
        M && !M->isArrow() && isa<FieldDecl>(M->getMemberDecl())) {
      Member = llvm::StringSwitch<unsigned>(
                   M->getMemberDecl()->getDeclName().isIdentifier()
                       ? M->getMemberDecl()->getName()
                       : "")
                   .Case("x", 0)
                   .Case("y", 1)
                   .Case("z", 2)
                   .Default(~0u);
      L = M->getBase()->IgnoreParenImpCasts();
    }
    const auto *D = dyn_cast<DeclRefExpr>(L);
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    if (!V || V->getType()->isPointerType())
      return false;
    V = V->getCanonicalDecl();
    in(LHS, InLaunch, true, Into);
    into(V, RHS);
    N.Assigned[V].push_back({RHS, Member});
    return true;
  }
};

NameUses::NameUses(ASTContext &Ctx) : Ctx(Ctx) { Walk(*this).TraverseAST(Ctx); }

static std::string nameOf(const ValueDecl *D) {
  return D->getDeclName().isIdentifier() ? D->getName().str() : "";
}

std::optional<ForeignUse> NameUses::foreignUse(const ValueDecl *D) {
  D = cast<ValueDecl>(D->getCanonicalDecl());
  // Round a circle there is nothing new.
  if (!InProgress.insert(D).second)
    return std::nullopt;
  std::optional<ForeignUse> Found;
  if (const auto *V = dyn_cast<VarDecl>(D); V && !V->isLocalVarDecl() &&
                                            !V->isStaticDataMember() &&
                                            V->isExternallyVisible())
    Found = ForeignUse{nameOf(D), D->getLocation()};
  if (isa<ParmVarDecl>(D))
    Found = ForeignUse{nameOf(D), D->getLocation()};
  if (auto It = Uses.find(D); It != Uses.end() && !Found)
    for (const Use &U : It->second) {
      if (U.InLaunch || U.IsWrite)
        continue;
      if (!U.Into) {
        Found = ForeignUse{nameOf(D), U.Where};
        break;
      }
      if (U.Into != D && (Found = foreignUse(U.Into)))
        break;
    }
  InProgress.erase(D);
  return Found;
}

void NameUses::readTokens(FileID File) {
  const SourceManager &SM = Ctx.getSourceManager();
  auto Buffer = SM.getBufferOrNone(File);
  if (!Buffer)
    return;
  Lexer Lex(File, *Buffer, SM, Ctx.getLangOpts());
  Token T;
  std::string Defining, Directive;
  bool InDirective = false, NameNext = false;
  for (bool End = false; !End;) {
    End = Lex.LexFromRawLexer(T);
    if (T.isAtStartOfLine()) {
      InDirective = T.is(tok::hash);
      Defining.clear();
      Directive.clear();
      if (InDirective)
        continue;
    }
    if (T.isNot(tok::raw_identifier))
      continue;
    llvm::StringRef Name = T.getRawIdentifier();
    if (InDirective && Directive.empty()) {
      Directive = Name.str();
      NameNext = Name == "define" || Name == "undef";
      continue;
    }
    MacroUse U;
    U.Where = T.getLocation();
    if (NameNext) {
      NameNext = false;
      U.IsDefinition = true;
      if (Directive == "define")
        Defining = Name.str();
    } else {
      U.InMacro = Defining;
    }
    MacroUses[Name].push_back(std::move(U));
  }
}

bool NameUses::isAccounted(SourceLocation Where) {
  const SourceManager &SM = Ctx.getSourceManager();
  for (const Stretch &S : Stretches) {
    if (SM.getFileID(S.Begin) != SM.getFileID(Where) ||
        SM.getFileOffset(Where) < SM.getFileOffset(S.Begin) ||
        SM.getFileOffset(Where) > SM.getFileOffset(S.End))
      continue;
    if (!S.Into || !foreignUse(S.Into))
      return true;
  }
  return false;
}

std::optional<ForeignUse> NameUses::foreignMacroUse(llvm::StringRef Name) {
  const SourceManager &SM = Ctx.getSourceManager();
  if (!TokensRead) {
    TokensRead = true;
    auto Read = [&](const SrcMgr::SLocEntry &Entry) {
      if (!Entry.isFile() ||
          SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
        return;
      const FileID File =
          SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
      if (SM.getFileEntryRefForID(File))
        readTokens(File);
    };
    for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I)
      Read(SM.getLocalSLocEntry(I));
    // In an editor the head of the main file is loaded, and its includes.
    for (unsigned I = 0; I < SM.loaded_sloc_entry_size(); ++I)
      Read(SM.getLoadedSLocEntry(I));
  }
  if (!MacrosInProgress.insert(Name).second)
    return std::nullopt;
  std::optional<ForeignUse> Found;
  unsigned Definitions = 0;
  for (const MacroUse &U : MacroUses.lookup(Name)) {
    if (U.IsDefinition) {
      // Another definition would mean another number elsewhere.
      if (++Definitions > 1)
        Found = ForeignUse{Name.str(), U.Where};
    } else if (!U.InMacro.empty()) {
      Found = foreignMacroUse(U.InMacro);
    } else if (!isAccounted(U.Where)) {
      Found = ForeignUse{Name.str(), U.Where};
    }
    if (Found)
      break;
  }
  MacrosInProgress.erase(Name);
  return Found;
}
