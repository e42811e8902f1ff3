//===- BlockConstant.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/BlockConstant.h"
#include "plugin/ast/UserFunctions.h"
#include "plugin/rewrite/PureCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace gpuperf;
using namespace clang;

Dim3 BlockConstant::blockWith(const Dim3 &Block, unsigned Number) const {
  Dim3 Out = Block;
  uint64_t *Into[] = {&Out.X, &Out.Y, &Out.Z};
  for (unsigned D = 0; D < 3; ++D)
    if (Makes[D])
      *Into[D] = Number;
  return Out;
}

namespace {
/// The numbers in some code, those behind the names of constants included.
class Numbers : public RecursiveASTVisitor<Numbers> {
public:
  Numbers(const ASTContext &Ctx, HostSymbols::Place Of) : Ctx(Ctx), Of(Of) {}

  bool FindsConstant = false; ///< the number at the place is among them
  std::set<uint64_t> Others;

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool VisitIntegerLiteral(IntegerLiteral *I) {
    if (HostSymbols::placeOf(I, Ctx) == Of)
      FindsConstant = true;
    else if (I->getValue().getActiveBits() <= 64)
      Others.insert(I->getValue().getZExtValue());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    visitInitializer(R->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *M) {
    visitInitializer(M->getMemberDecl());
    return true;
  }
  /// The number stands where the template is named, which is looked at there.
  bool TraverseSubstNonTypeTemplateParmExpr(SubstNonTypeTemplateParmExpr *) {
    return true;
  }

private:
  void visitInitializer(ValueDecl *D) {
    D = cast<ValueDecl>(D->getCanonicalDecl());
    if (!Seen.insert(D).second)
      return;
    if (auto *E = dyn_cast<EnumConstantDecl>(D))
      TraverseStmt(E->getInitExpr());
    else if (auto *V = dyn_cast<VarDecl>(D); V && !isa<ParmVarDecl>(V))
      if (V->getType().isConstQualified() || V->isConstexpr())
        TraverseStmt(const_cast<Expr *>(V->getAnyInitializer()));
  }

  const ASTContext &Ctx;
  HostSymbols::Place Of;
  llvm::SmallPtrSet<const ValueDecl *, 16> Seen;
};
} // namespace

std::string gpuperf::constantNameOf(const BlockLiteral &L,
                                    const ASTContext &Ctx) {
  const SourceLocation Begin = L.E->getBeginLoc();
  if (Begin.isMacroID())
    return Lexer::getImmediateMacroName(Begin, Ctx.getSourceManager(),
                                        Ctx.getLangOpts())
        .str();
  if (L.Path.empty())
    return {};
  // The number itself is at the end of the path. One that the program may
  // change at run time is no constant of the kernel.
  const ValueDecl *D = L.Path.back();
  if (isa<EnumConstantDecl>(D) || D->getType().isConstQualified())
    return D->getNameAsString();
  return {};
}

/// Whether \p Number would go with a constant of the value \p Value, so that it
/// has to change with it.
static bool goesWith(uint64_t Number, uint64_t Value) {
  if (Number <= 2)
    return false;
  // The lanes of a warp, in a block of some.
  if (Number == 32 && Value > 64)
    return false;
  return Number == Value || Number + 1 == Value || Number == Value + 1 ||
         Number == 2 * Value || 2 * Number == Value || 4 * Number == Value ||
         Number == Value * Value || 32 * Number == Value ||
         (llvm::isPowerOf2_64(Value) && Number == llvm::Log2_64(Value));
}

std::optional<BlockConstant>
gpuperf::findBlockConstant(ASTContext &Ctx, const LaunchSite &Site,
                           const Dim3 &Block, const AssignedValues &Assigned) {
  if (!Site.BlockExpr || !Site.Kernel || !Site.Call)
    return std::nullopt;
  const uint64_t Dims[] = {Block.X, Block.Y, Block.Z};
  std::optional<BlockConstant> Out;
  for (const BlockLiteral &L :
       collectBlockLiterals(Site.BlockExpr, Assigned, Ctx)) {
    if (L.IsFloating || L.Dimension > 2 || L.Value < 2 ||
        L.Value != static_cast<double>(Dims[L.Dimension]) ||
        !isa<IntegerLiteral>(L.E))
      continue;
    std::string Name = constantNameOf(L, Ctx);
    if (Name.empty())
      continue;
    if (Out && Out->Spelled != L.Spelled)
      return std::nullopt;
    if (!Out) {
      Out.emplace();
      Out->Name = std::move(Name);
      Out->Spelled = L.Spelled;
      Out->Value = static_cast<unsigned>(L.Value);
    }
    Out->Makes[L.Dimension] = true;
  }
  if (!Out)
    return std::nullopt;
  Numbers In(Ctx, Out->Spelled);
  const auto Functions = userFunctionsOf(Ctx, *Site.Kernel);
  for (const FunctionDecl *F : Functions)
    In.TraverseStmt(F->getBody());
  // Template arguments as they are written at the launch.
  if (const auto *Callee = dyn_cast_or_null<DeclRefExpr>(
          Site.Call->getCallee()->IgnoreParenImpCasts()))
    for (const TemplateArgumentLoc &A : Callee->template_arguments())
      In.TraverseTemplateArgumentLoc(A);
  if (Functions.empty() || !In.FindsConstant)
    return std::nullopt;
  for (uint64_t Number : In.Others) {
    if (goesWith(Number, Out->Value))
      return std::nullopt;
    if (Number <= Out->Value)
      Out->Least = std::max(Out->Least, static_cast<unsigned>(Number));
  }
  return Out;
}

namespace {
/// Looks for the number, or for constants that are it, where data have sizes.
class DataSizes : public RecursiveASTVisitor<DataSizes> {
public:
  DataSizes(const ASTContext &Ctx, HostSymbols::Place Of) : Ctx(Ctx), Of(Of) {}
  bool Found = false;

  bool TraverseFunctionDecl(FunctionDecl *F) {
    // Kernels and what they call are compiled with the other number.
    return F->hasAttr<CUDAGlobalAttr>() || F->hasAttr<CUDADeviceAttr>() ||
           RecursiveASTVisitor::TraverseFunctionDecl(F);
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    const StringRef Name = F && F->getIdentifier() ? F->getName() : StringRef();
    // What only computes a value from it is looked at where that goes; to
    // print it is no use of it.
    if (isa<CUDAKernelCallExpr, CXXOperatorCallExpr>(Call) ||
        Name.contains("PushCallConfiguration") || Name.contains("printf") ||
        onlyComputes(Ctx, F))
      return true;
    for (const Expr *Arg : Call->arguments())
      Found |= isMadeWithIt(Arg);
    return !Found;
  }
  bool VisitForStmt(ForStmt *For) {
    return !(Found |= For->getCond() && isMadeWithIt(For->getCond()));
  }
  bool VisitWhileStmt(WhileStmt *While) {
    return !(Found |= isMadeWithIt(While->getCond()));
  }
  bool VisitCXXNewExpr(CXXNewExpr *New) {
    return !(Found |=
             New->getArraySize() && isMadeWithIt(*New->getArraySize()));
  }
  /// `N * sizeof(float)`, wherever it goes.
  bool VisitBinaryOperator(BinaryOperator *Op) {
    auto IsSize = [](const Expr *E) {
      return isa<UnaryExprOrTypeTraitExpr>(E->IgnoreParenImpCasts());
    };
    if (Op->getOpcode() == BO_Mul &&
        (IsSize(Op->getLHS()) || IsSize(Op->getRHS())))
      Found |= isMadeWithIt(Op);
    return !Found;
  }
  bool VisitVarDecl(VarDecl *V) {
    if (!V->hasAttr<CUDASharedAttr>() && !V->hasAttr<CUDADeviceAttr>() &&
        !V->hasAttr<CUDAConstantAttr>())
      if (const TypeSourceInfo *T = V->getTypeSourceInfo())
        if (auto Array = T->getTypeLoc().getAs<ArrayTypeLoc>())
          Found |= Array.getSizeExpr() && isMadeWithIt(Array.getSizeExpr());
    return !Found;
  }

private:
  bool isMadeWithIt(const Expr *E) const {
    Numbers In(Ctx, Of);
    In.TraverseStmt(const_cast<Expr *>(E));
    return In.FindsConstant;
  }

  const ASTContext &Ctx;
  HostSymbols::Place Of;
};
} // namespace

bool gpuperf::sizesData(ASTContext &Ctx, const BlockConstant &Constant) {
  const SourceManager &SM = Ctx.getSourceManager();
  DataSizes In(Ctx, Constant.Spelled);
  for (Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (!In.Found && !SM.isInSystemHeader(D->getLocation()))
      In.TraverseDecl(D);
  return In.Found;
}
