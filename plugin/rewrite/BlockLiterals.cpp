//===- BlockLiterals.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/BlockLiterals.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace clang;

namespace {
class Collector {
public:
  Collector(const AssignedValues &Assigned, const ASTContext &Ctx)
      : Assigned(Assigned), Ctx(Ctx) {}

  llvm::SmallVector<BlockLiteral, 8> Out;

  void visit(const Stmt *S, unsigned Dimension, bool InDivision) {
    constexpr unsigned MaxLevel = 64, MaxLiterals = 64;
    if (!S || Level > MaxLevel || Out.size() >= MaxLiterals)
      return;
    ++Level;
    visitNode(S, Dimension, InDivision);
    --Level;
  }

private:
  const AssignedValues &Assigned;
  const ASTContext &Ctx;
  llvm::SmallVector<const ValueDecl *, 4> Path;
  unsigned Level = 0;

  void add(const Expr *E, double Value, bool IsFloating, unsigned Dimension,
           bool InDivision) {
    BlockLiteral L;
    L.E = E;
    L.Spelled = HostSymbols::placeOf(E, Ctx);
    L.Value = Value;
    L.IsFloating = IsFloating;
    L.Dimension = Dimension;
    L.InDivision = InDivision;
    L.Path = Path;
    Out.push_back(std::move(L));
  }

  /// 16 * 16, 1 << 8: one number to its reader.
  static bool isArithmeticOfLiterals(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (isa<IntegerLiteral>(E))
      return true;
    const auto *B = dyn_cast<BinaryOperator>(E);
    return B && (B->isMultiplicativeOp() || B->isShiftOp()) &&
           isArithmeticOfLiterals(B->getLHS()) &&
           isArithmeticOfLiterals(B->getRHS());
  }

  void visitNode(const Stmt *S, unsigned Dimension, bool InDivision) {
    // A template's argument: its number stands where the template is named.
    if (isa<SubstNonTypeTemplateParmExpr>(S))
      return;
    if (const auto *I = dyn_cast<IntegerLiteral>(S)) {
      if (I->getValue().getActiveBits() < 32)
        add(I, static_cast<double>(I->getValue().getZExtValue()), false,
            Dimension, InDivision);
      return;
    }
    if (const auto *F = dyn_cast<FloatingLiteral>(S)) {
      add(F, F->getValueAsApproximateDouble(), true, Dimension, InDivision);
      return;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(S)) {
      if (isArithmeticOfLiterals(B)) {
        Expr::EvalResult R;
        if (!B->isValueDependent() && B->EvaluateAsInt(R, Ctx) &&
            R.Val.getInt().getActiveBits() < 32)
          add(B, static_cast<double>(R.Val.getInt().getZExtValue()), false,
              Dimension, InDivision);
        return;
      }
      InDivision |= B->getOpcode() == BO_Div || B->getOpcode() == BO_Shr;
    }
    if (const auto *D = dyn_cast<DeclRefExpr>(S))
      return visitDecl(D->getDecl(), Dimension, InDivision);
    if (const auto *M = dyn_cast<MemberExpr>(S)) {
      if (isa<VarDecl, EnumConstantDecl>(M->getMemberDecl()))
        return visitDecl(M->getMemberDecl(), Dimension, InDivision);
      visit(M->getBase(), Dimension, InDivision);
      return;
    }
    if (isDim3(S)) {
      unsigned I = 0;
      for (const Stmt *Child : S->children())
        visit(Child, numDimensions(S) > 1 ? I++ : Dimension, InDivision);
      return;
    }
    // divUp(n, 256)
    InDivision |= isa<CallExpr>(S);
    for (const Stmt *Child : S->children())
      visit(Child, Dimension, InDivision);
  }

  static bool isDim3(const Stmt *S) {
    const auto *E = dyn_cast<Expr>(S);
    const auto *R = E ? E->getType()->getAsCXXRecordDecl() : nullptr;
    return R && R->getDeclName().isIdentifier() && R->getName() == "dim3" &&
           isa<CXXConstructExpr, InitListExpr>(E);
  }

  static size_t numDimensions(const Stmt *S) {
    if (const auto *C = dyn_cast<CXXConstructExpr>(S))
      return C->getNumArgs();
    return cast<InitListExpr>(S)->getNumInits();
  }

  void visitDecl(const ValueDecl *D, unsigned Dimension, bool InDivision) {
    D = cast<ValueDecl>(D->getCanonicalDecl());
    if (llvm::is_contained(Path, D))
      return;
    Path.push_back(D);
    if (const auto *C = dyn_cast<EnumConstantDecl>(D)) {
      visit(C->getInitExpr(), Dimension, InDivision);
    } else if (const auto *V = dyn_cast<VarDecl>(D);
               V && !isa<ParmVarDecl>(V)) {
      visit(V->getAnyInitializer(), Dimension, InDivision);
      if (auto It = Assigned.find(D); It != Assigned.end())
        for (auto [Value, Member] : It->second)
          visit(Value, Member == ~0u ? Dimension : Member, InDivision);
    }
    Path.pop_back();
  }
};
} // namespace

llvm::SmallVector<BlockLiteral, 8>
gpuperf::collectBlockLiterals(const Expr *Root, const AssignedValues &Assigned,
                              const ASTContext &Ctx) {
  Collector C(Assigned, Ctx);
  C.visit(Root, 0, false);
  return std::move(C.Out);
}
