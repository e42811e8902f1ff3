//===- PointerUses.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/PointerUses.h"
#include "plugin/findings/host/HostCalls.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace gpuperf;

const ValueDecl *gpuperf::pointerOf(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Data = dyn_cast<CXXMemberCallExpr>(E))
    return calledName(*Data) == "data"
               ? pointerOf(Data->getImplicitObjectArgument())
               : nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
      Element && Element->getType()->isPointerType())
    return pointerOf(Element->getBase());
  if (const auto *Sum = dyn_cast<BinaryOperator>(E); Sum && Sum->isAdditiveOp())
    return Sum->getLHS()->getType()->isPointerType() ? pointerOf(Sum->getLHS())
                                                     : pointerOf(Sum->getRHS());
  if (const auto *Address = dyn_cast<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    if (const auto *Element =
            dyn_cast<ArraySubscriptExpr>(Address->getSubExpr()->IgnoreParens()))
      return pointerOf(Element->getBase());
  return nullptr;
}

namespace {
class UseFinder : public ConstDynamicRecursiveASTVisitor {
public:
  UseFinder(const ValueDecl &Of, unsigned Depth) : Of(Of), Depth(Depth) {}
  std::vector<PointerUse> Found;

  bool TraverseStmt(const Stmt *S) override {
    if (!S)
      return true;
    Around.push_back(S);
    const bool Go = ConstDynamicRecursiveASTVisitor::TraverseStmt(S);
    Around.pop_back();
    return Go;
  }
  bool VisitDeclRefExpr(const DeclRefExpr *E) override {
    if (E->getDecl() == &Of)
      classify(E);
    return true;
  }
  bool VisitMemberExpr(const MemberExpr *E) override {
    if (E->getMemberDecl() == &Of)
      classify(E);
    return true;
  }
  // A copy of the pointer in a lambda's capture may do anything.
  bool VisitLambdaExpr(const LambdaExpr *E) override {
    for (const LambdaCapture &Capture : E->captures())
      if (Capture.capturesVariable() && Capture.getCapturedVar() == &Of)
        Found.push_back({});
    return true;
  }

private:
  using Kind = PointerUse::Kind;

  /// Climbs from the name to what is done with it.
  void classify(const Expr *Name) {
    const Expr *At = Name;
    bool IsElement = false;
    for (size_t Up = Around.size() - 1; Up-- > 0;) {
      const Stmt *Parent = Around[Up];
      if (const auto *Cast = dyn_cast<CastExpr>(Parent)) {
        if (IsElement && Cast->getCastKind() == CK_LValueToRValue &&
            !Cast->getType()->isPointerType())
          return add(Kind::Read);
        At = Cast;
        continue;
      }
      if (isa<ParenExpr, FullExpr, MaterializeTemporaryExpr>(Parent)) {
        At = cast<Expr>(Parent);
        continue;
      }
      if (const auto *Sum = dyn_cast<BinaryOperator>(Parent);
          Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType()) {
        At = Sum;
        continue;
      }
      if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Parent);
          Element && Element->getBase() == At) {
        IsElement = true;
        At = Element;
        continue;
      }
      if (const auto *Op = dyn_cast<UnaryOperator>(Parent)) {
        if (Op->getOpcode() != UO_Deref && Op->getOpcode() != UO_AddrOf)
          return add(Kind::Other);
        // The address of the pointer itself lets it be changed.
        if (Op->getOpcode() == UO_AddrOf && !IsElement)
          return add(Kind::Other);
        IsElement = Op->getOpcode() == UO_Deref;
        At = Op;
        continue;
      }
      if (const auto *Member = dyn_cast<MemberExpr>(Parent)) {
        // A field of an element; of a container, its functions.
        if (isa<FieldDecl>(Member->getMemberDecl()) &&
            (IsElement || Member->isArrow())) {
          IsElement = true;
          At = Member;
          continue;
        }
        const auto *Call =
            Up > 0 ? dyn_cast<CXXMemberCallExpr>(Around[Up - 1]) : nullptr;
        if (!Call)
          return add(Kind::Other);
        const StringRef Function = calledName(*Call);
        if (Function == "size" || Function == "empty")
          return add(Kind::Read);
        if (Function != "data")
          return add(Kind::Other);
        At = Call;
        --Up;
        continue;
      }
      if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Parent);
          Op && Op->getOperator() == OO_Subscript && Op->getArg(0) == At) {
        IsElement = true;
        At = Op;
        continue;
      }
      if (const auto *Call = dyn_cast<CallExpr>(Parent))
        return addCall(*Call, At, IsElement);
      return add(Kind::Other);
    }
    add(Kind::Other);
  }

  void addCall(const CallExpr &Call, const Expr *Arg, bool IsElement) {
    const auto Place = llvm::find(Call.arguments(), Arg);
    if (Place == Call.arg_end())
      return add(Kind::Other);
    const auto Index = static_cast<unsigned>(Place - Call.arg_begin());
    if (isa<CUDAKernelCallExpr>(Call))
      return add(Kind::LaunchArg, &Call, Index);
    const StringRef Name = calledName(Call);
    const StringRef OfRuntime = runtimeName(Name);
    if (OfRuntime == "Memcpy" && Index < 2)
      return add(Index == 0 ? Kind::CopyTarget : Kind::CopySource, &Call,
                 Index);
    if (OfRuntime == "Memset" && Index == 0)
      return add(Kind::Fill, &Call, Index);
    if (llvm::StringSwitch<bool>(Name)
            .Cases({"printf", "fprintf", "puts", "fputs", "fwrite"}, true)
            .Default(false))
      return add(Kind::Read);
    const FunctionDecl *F = Call.getDirectCallee();
    const bool IsMethod =
        isa<CXXOperatorCallExpr>(Call) && isa_and_nonnull<CXXMethodDecl>(F);
    const unsigned Param = IsMethod ? Index - 1 : Index;
    if (!F || (IsMethod && Index == 0) || Param >= F->getNumParams())
      return add(Kind::Other);
    const QualType Type = F->getParamDecl(Param)->getType();
    if (!Type->isReferenceType() && !Type->isPointerType())
      return add(Kind::Read);
    if (Type->getPointeeType().isConstQualified())
      return add(Kind::Read);
    // A function of the user's, which may only read it.
    const FunctionDecl *Definition = nullptr;
    constexpr unsigned Deepest = 3;
    if (Depth >= Deepest || !F->hasBody(Definition) || !Definition->getBody() ||
        IsElement)
      return add(Kind::Other);
    UseFinder Inner(*Definition->getParamDecl(Param), Depth + 1);
    Inner.TraverseStmt(Definition->getBody());
    for (const PointerUse &Use : Inner.Found)
      if (Use.What != Kind::Read)
        return add(Kind::Other);
    add(Kind::Read);
  }

  void add(Kind What, const CallExpr *Call = nullptr, unsigned Arg = 0) {
    Found.push_back({What, Call, Arg});
  }

  const ValueDecl &Of;
  const unsigned Depth;
  llvm::SmallVector<const Stmt *, 16> Around;
};
} // namespace

std::vector<PointerUse> gpuperf::usesOf(const ValueDecl &Of, const Stmt &S) {
  UseFinder Finder(Of, 0);
  Finder.TraverseStmt(&S);
  return std::move(Finder.Found);
}
