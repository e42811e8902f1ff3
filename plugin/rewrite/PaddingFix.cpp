//===- PaddingFix.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/PaddingFix.h"
#include "plugin/ast/KernelErrors.h"
#include "plugin/rewrite/ColumnIndex.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace gpuperf {
namespace {

/// Looks at every mention of one variable in a function, with what is around
/// it.
class UseVisitor : public RecursiveASTVisitor<UseVisitor> {
public:
  UseVisitor(const VarDecl &Array, unsigned Rank, uint64_t Columns,
             const Stmt &Body, const ASTContext &Ctx)
      : Array(Array), Rank(Rank), Columns(Columns), Body(Body), Ctx(Ctx) {}
  bool OnlyElements = true;

  bool TraverseStmt(Stmt *S) {
    if (!S)
      return true;
    Around.push_back(S);
    if (auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (Ref->getDecl()->getCanonicalDecl() == Array.getCanonicalDecl() &&
          !namesElement())
        OnlyElements = false;
    RecursiveASTVisitor::TraverseStmt(S);
    Around.pop_back();
    return OnlyElements;
  }

private:
  /// The statement that has the last of Around as its operand, \p Up steps out.
  const Stmt *out(size_t Up) const {
    return Up < Around.size() ? Around[Around.size() - 1 - Up] : nullptr;
  }
  bool namesElement() const;
  bool isUsedInPlace(size_t Up) const;

  const VarDecl &Array;
  unsigned Rank;
  uint64_t Columns; ///< elements of a row
  const Stmt &Body;
  const ASTContext &Ctx;
  std::vector<const Stmt *> Around;
};

bool isAtomicCall(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() &&
         Callee->getName().starts_with("atomic");
}

/// The array is the base of as many subscripts as it has dimensions, the last
/// of them names a column, and what they name is used there and then.
bool UseVisitor::namesElement() const {
  size_t Up = 0;
  for (unsigned Level = 0; Level < Rank; ++Level) {
    const Stmt *Inner = out(Up);
    ++Up;
    while (const auto *Wrap = dyn_cast_or_null<Expr>(out(Up))) {
      const auto *Cast = dyn_cast<ImplicitCastExpr>(Wrap);
      if (!isa<ParenExpr>(Wrap) &&
          !(Cast && Cast->getCastKind() == CK_ArrayToPointerDecay))
        break;
      Inner = Wrap;
      ++Up;
    }
    const auto *Subscript = dyn_cast_or_null<ArraySubscriptExpr>(out(Up));
    if (!Subscript || Subscript->getBase() != Inner ||
        (Level + 1 == Rank &&
         !isColumnIndex(*Subscript->getIdx(), Columns, Body, Ctx)))
      return false;
  }
  return isUsedInPlace(Up);
}

/// No address is kept: what is \p Up steps out is a value, an operand of an
/// assignment, or what an atomic operates on.
bool UseVisitor::isUsedInPlace(size_t Up) const {
  const Stmt *Element = out(Up);
  const Stmt *Parent = out(Up + 1);
  if (!Parent)
    return false;
  if (isa<ParenExpr>(Parent))
    return isUsedInPlace(Up + 1);
  if (const auto *Member = dyn_cast<MemberExpr>(Parent))
    return Member->getBase() == Element && isUsedInPlace(Up + 1);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Parent))
    return Cast->getCastKind() == CK_LValueToRValue ||
           (Cast->getCastKind() == CK_NoOp && isUsedInPlace(Up + 1));
  if (const auto *Binary = dyn_cast<BinaryOperator>(Parent))
    return Binary->isAssignmentOp() && Binary->getLHS() == Element;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Parent)) {
    if (Unary->isIncrementDecrementOp())
      return true;
    if (Unary->getOpcode() != UO_AddrOf)
      return false;
    // atomicAdd(&s[i][j], 1), with the casts of an argument between.
    for (size_t At = Up + 2; At < Around.size(); ++At) {
      if (isa<ImplicitCastExpr>(out(At)) || isa<ParenExpr>(out(At)))
        continue;
      return isAtomicCall(out(At));
    }
    return false;
  }
  // Structures are copied by their operators and constructors.
  return isa<CXXOperatorCallExpr>(Parent) || isa<CXXConstructExpr>(Parent);
}

/// The shared variable of \p Kernel's body that \p V is.
class FindArray : public RecursiveASTVisitor<FindArray> {
public:
  explicit FindArray(llvm::StringRef Symbol) : Symbol(Symbol) {}
  const VarDecl *Found = nullptr;
  unsigned Many = 0;

  bool VisitVarDecl(VarDecl *D) {
    if (!D->hasAttr<CUDASharedAttr>() || !D->isStaticLocal() ||
        !D->getIdentifier())
      return true;
    // The symbol of a local variable ends with its name's length and its name.
    const std::string End =
        std::to_string(D->getName().size()) + D->getName().str();
    if (Symbol.ends_with(End)) {
      Found = D;
      ++Many;
    }
    return true;
  }

private:
  llvm::StringRef Symbol;
};

} // namespace

std::optional<PaddableArray> paddableArray(const FunctionDecl &Kernel,
                                           const Variable &V,
                                           const ASTContext &Ctx) {
  const FunctionDecl *Defined = nullptr;
  if (V.Space != MemSpace::Shared || V.SizeBytes == 0 ||
      !Kernel.hasBody(Defined) || Defined->isTemplated() ||
      Defined->isTemplateInstantiation() || containsErrors(Ctx, *Defined))
    return std::nullopt;
  FindArray Finder(V.Name);
  Finder.TraverseStmt(Defined->getBody());
  if (Finder.Many != 1)
    return std::nullopt;
  PaddableArray Out;
  Out.Decl = Finder.Found;
  const TypeSourceInfo *Written = Out.Decl->getTypeSourceInfo();
  // The declaration begins with a macro, which __shared__ is; but its name has
  // to be text of the file, as its brackets below.
  if (!Written || Out.Decl->getLocation().isMacroID())
    return std::nullopt;
  unsigned Rank = 0;
  TypeLoc Loc = Written->getTypeLoc();
  for (;; ++Rank) {
    auto Array = Loc.getUnqualifiedLoc().getAs<ConstantArrayTypeLoc>();
    if (!Array)
      break;
    Out.Row = Array;
    Loc = Array.getElementLoc();
  }
  // A typedef that hides a dimension, or a structure of arrays, has others.
  const QualType Element = Loc.getType();
  if (Rank < 2 || !Out.Row.getSizeExpr() ||
      Element.getCanonicalType()->isArrayType() || Element->isDependentType() ||
      Element->isIncompleteType() || Out.Row.getLBracketLoc().isMacroID() ||
      Out.Row.getRBracketLoc().isMacroID())
    return std::nullopt;
  Out.ElementBytes =
      static_cast<uint64_t>(Ctx.getTypeSizeInChars(Element).getQuantity());
  Out.RowBytes = static_cast<uint64_t>(
      Ctx.getTypeSizeInChars(Out.Row.getType()).getQuantity());
  if (static_cast<uint64_t>(
          Ctx.getTypeSizeInChars(Out.Decl->getType()).getQuantity()) !=
      V.SizeBytes)
    return std::nullopt;
  UseVisitor Uses(*Out.Decl, Rank, Out.RowBytes / Out.ElementBytes,
                  *Defined->getBody(), Ctx);
  Uses.TraverseStmt(Defined->getBody());
  if (!Uses.OnlyElements)
    return std::nullopt;
  return Out;
}

std::vector<FixItHint> padRows(const PaddableArray &Array, unsigned Elements,
                               const ASTContext &Ctx) {
  const Expr *Bound = Array.Row.getSizeExpr();
  const std::string More = " + " + std::to_string(Elements);
  const Expr *Inside = Bound->IgnoreImpCasts();
  // What binds tighter than a sum, whatever a macro is made of.
  if (isa<IntegerLiteral>(Inside) || isa<ParenExpr>(Inside) ||
      isa<DeclRefExpr>(Inside))
    return {FixItHint::CreateInsertion(Array.Row.getRBracketLoc(), More)};
  return {FixItHint::CreateInsertion(
              Array.Row.getLBracketLoc().getLocWithOffset(1), "("),
          FixItHint::CreateInsertion(Array.Row.getRBracketLoc(), ")" + More)};
}

} // namespace gpuperf
