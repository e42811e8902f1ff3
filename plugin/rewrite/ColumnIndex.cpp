//===- ColumnIndex.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/ColumnIndex.h"
#include "plugin/ast/ThreadIndex.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include <optional>

using namespace clang;

namespace gpuperf {
namespace {

std::optional<uint64_t> constantSize(const Expr &E, const ASTContext &Ctx) {
  Expr::EvalResult Value;
  if (E.isValueDependent() || !E.EvaluateAsInt(Value, Ctx))
    return std::nullopt;
  const llvm::APSInt &Int = Value.Val.getInt();
  return Int.abs().getLimitedValue();
}

/// How a variable changes after it was initialised.
class Changes : public RecursiveASTVisitor<Changes> {
public:
  Changes(const VarDecl &Var, const ASTContext &Ctx) : Var(Var), Ctx(Ctx) {}

  /// The sum of all steps by which it is counted up or down.
  uint64_t Steps = 0;
  /// Every mention of it is a read or such a step.
  bool OnlySteps = true;

  bool VisitUnaryOperator(UnaryOperator *Op) {
    if (Op->isIncrementDecrementOp() && names(Op->getSubExpr()))
      step(1);
    return true;
  }
  bool VisitCompoundAssignOperator(CompoundAssignOperator *Op) {
    if (!names(Op->getLHS()))
      return true;
    const std::optional<uint64_t> By = constantSize(*Op->getRHS(), Ctx);
    if (By &&
        (Op->getOpcode() == BO_AddAssign || Op->getOpcode() == BO_SubAssign))
      step(*By);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) {
    if (Cast->getCastKind() == CK_LValueToRValue && names(Cast->getSubExpr()))
      ++Accounted;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (Ref->getDecl() == &Var)
      ++Mentioned;
    return true;
  }
  void finish() { OnlySteps = Mentioned == Accounted; }

private:
  bool names(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return Ref && Ref->getDecl() == &Var;
  }
  void step(uint64_t By) {
    Steps = llvm::SaturatingAdd(Steps, By);
    ++Accounted;
  }

  const VarDecl &Var;
  const ASTContext &Ctx;
  unsigned Mentioned = 0, Accounted = 0;
};

class Sum {
public:
  Sum(const Stmt &Body, const ASTContext &Ctx) : Body(Body), Ctx(Ctx) {}

  /// By how much all of its terms together move, each by one of its steps;
  /// nothing: it is no such sum.
  std::optional<uint64_t> reach(const Expr &E, unsigned Depth = 0) const {
    constexpr unsigned Deepest = 8;
    if (Depth > Deepest || !E.getType()->isIntegerType())
      return std::nullopt;
    if (auto Constant = constantSize(E, Ctx))
      return Constant;
    const Expr *Inside = E.IgnoreParenCasts();
    // A cast to a narrower type is no sum any more.
    if (Ctx.getTypeSize(Inside->getType()) > Ctx.getTypeSize(E.getType()))
      return std::nullopt;
    if (!threadIndexPart(*Inside).empty())
      return 1;
    if (const auto *Op = dyn_cast<BinaryOperator>(Inside)) {
      if (Op->getOpcode() != BO_Add && Op->getOpcode() != BO_Sub)
        return std::nullopt;
      const auto L = reach(*Op->getLHS(), Depth + 1);
      const auto R = L ? reach(*Op->getRHS(), Depth + 1) : std::nullopt;
      return R ? std::optional(llvm::SaturatingAdd(*L, *R)) : std::nullopt;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(Inside);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Var || !Var->hasLocalStorage() || isa<ParmVarDecl>(Var) ||
        !Var->getInit() || !Var->getType()->isIntegerType())
      return std::nullopt;
    Changes After(*Var, Ctx);
    After.TraverseStmt(const_cast<Stmt *>(&Body));
    After.finish();
    const auto First =
        After.OnlySteps ? reach(*Var->getInit(), Depth + 1) : std::nullopt;
    return First ? std::optional(llvm::SaturatingAdd(*First, After.Steps))
                 : std::nullopt;
  }

private:
  const Stmt &Body;
  const ASTContext &Ctx;
};

} // namespace

bool isColumnIndex(const Expr &Index, uint64_t Columns, const Stmt &Body,
                   const ASTContext &Ctx) {
  const std::optional<uint64_t> Reach = Sum(Body, Ctx).reach(Index);
  return Reach && *Reach < Columns;
}

} // namespace gpuperf
