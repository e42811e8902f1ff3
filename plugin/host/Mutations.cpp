//===- Mutations.cpp - What a piece of host code may change ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Mutations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace clang;

namespace {
constexpr unsigned MaxDepth = 400;

class Collector {
public:
  Collector(const ASTContext &Ctx, MutationSet &Out) : Ctx(Ctx), Out(Out) {}

  void visit(const Stmt *S, unsigned Depth) {
    if (!S || Out.Everything)
      return;
    if (Depth > MaxDepth) {
      Out.Everything = true;
      return;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(S)) {
      if (B->isAssignmentOp())
        add(B->getLHS());
    } else if (const auto *U = dyn_cast<UnaryOperator>(S)) {
      if (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf)
        add(U->getSubExpr());
    } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *X : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(X))
          visitVar(V);
    } else if (const auto *C = dyn_cast<CallExpr>(S)) {
      visitCall(C);
    } else if (const auto *C = dyn_cast<CXXConstructExpr>(S)) {
      const CXXConstructorDecl *F = C->getConstructor();
      for (unsigned I = 0; I < C->getNumArgs(); ++I)
        if (I < F->getNumParams() &&
            bindsMutably(F->getParamDecl(I)->getType()))
          add(C->getArg(I));
    } else if (const auto *L = dyn_cast<LambdaExpr>(S)) {
      visit(L->getBody(), Depth + 1);
      for (const LambdaCapture &C : L->captures())
        if (C.capturesVariable() && L->isInitCapture(&C))
          if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar()))
            visitVar(V);
    } else if (const auto *C = dyn_cast<CapturedStmt>(S)) {
      visit(C->getCapturedStmt(), Depth + 1); // the body of an OpenMP directive
    } else if (const auto *A = dyn_cast<AsmStmt>(S)) {
      for (unsigned I = 0; I < A->getNumOutputs(); ++I)
        add(A->getOutputExpr(I));
    } else if (const auto *I = dyn_cast<InitListExpr>(S)) {
      visitInitList(*I);
    }
    for (const Stmt *Child : S->children())
      visit(Child, Depth + 1);
  }

  static bool bindsMutably(QualType T) {
    return T->isLValueReferenceType() &&
           !T->getPointeeType().isConstQualified();
  }

private:
  const ASTContext &Ctx;
  MutationSet &Out;

  void add(const Expr *E) {
    auto P = syntacticPlace(E);
    if (P && !llvm::is_contained(Out.Places, *P))
      Out.Places.push_back(std::move(*P));
  }

  void visitVar(const VarDecl *V) {
    if (V->getInit() && bindsMutably(V->getType()))
      add(V->getInit());
  }

  /// What a field that is a reference is bound to may be changed by it.
  void visitInitList(const InitListExpr &I) {
    const auto *R = I.getType()->getAsRecordDecl();
    if (!R || !R->getDefinition() || R->isUnion())
      return;
    const auto *Class = dyn_cast<CXXRecordDecl>(R->getDefinition());
    unsigned At = Class ? Class->getNumBases() : 0;
    for (const FieldDecl *F : R->getDefinition()->fields()) {
      if (At >= I.getNumInits())
        return;
      if (bindsMutably(F->getType()) && I.getInit(At))
        add(I.getInit(At));
      ++At;
    }
  }

  void visitCall(const CallExpr *C) {
    Out.CallsUserCode |= callsUserCode(Ctx, C);
    const FunctionDecl *F = C->getDirectCallee();
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(C)) {
      const CXXMethodDecl *D = M->getMethodDecl();
      if (!D || !D->isConst())
        add(M->getImplicitObjectArgument());
    }
    unsigned FirstArg = 0;
    if (const auto *O = dyn_cast<CXXOperatorCallExpr>(C)) {
      const auto *D = dyn_cast_or_null<CXXMethodDecl>(F);
      if (D && !D->isStatic()) {
        FirstArg = 1;
        if (!D->isConst() && O->getNumArgs())
          add(O->getArg(0));
      }
    }
    for (unsigned I = FirstArg; I < C->getNumArgs(); ++I) {
      unsigned P = I - FirstArg;
      if (F && P < F->getNumParams()) {
        if (bindsMutably(F->getParamDecl(P)->getType()))
          add(C->getArg(I));
      } else if (!F && C->getArg(I)->isLValue()) {
        add(C->getArg(I)); // through a pointer: perhaps by reference
      }
    }
  }
};
} // namespace

bool MutationSet::touches(const VarDecl *V) const {
  return Everything ||
         llvm::any_of(Places, [&](const HostPlace &P) { return P.Base == V; });
}

void gpuperf::collectMutations(const ASTContext &Ctx, const Stmt *S,
                               MutationSet &Out) {
  Collector(Ctx, Out).visit(S, 0);
}

std::optional<HostPlace> gpuperf::syntacticPlace(const Expr *E) {
  HostPlace P;
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E)) {
      E = M->getSubExpr();
      continue;
    }
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl())) {
        P.Path.insert(P.Path.begin(), F);
        E = M->getBase();
        continue;
      }
      const auto *V = dyn_cast<VarDecl>(M->getMemberDecl());
      if (!V)
        return std::nullopt;
      P.Base = V;
      return P;
    }
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      P.Path.clear(); // one element changed: the whole array
      E = A->getBase();
      continue;
    }
    if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
      P.Base = dyn_cast<VarDecl>(D->getDecl());
      if (!P.Base)
        return std::nullopt;
      return P;
    }
    if (isa<CXXThisExpr>(E) && !P.Path.empty())
      return P;
    // The result of an assignment or of ++x is x.
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp()) {
      E = B->getLHS();
      continue;
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E);
        U && U->isIncrementDecrementOp()) {
      E = U->getSubExpr();
      continue;
    }
    return std::nullopt;
  }
}

bool gpuperf::callsUserCode(const ASTContext &Ctx, const CallExpr *C) {
  if (isa<CUDAKernelCallExpr>(C))
    return false; // runs on the device
  const FunctionDecl *F = C->getDirectCallee();
  if (!F)
    return true;
  if (F->getBuiltinID())
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  if (F->isImplicit() ||
      SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation())))
    return false;
  return true;
}
