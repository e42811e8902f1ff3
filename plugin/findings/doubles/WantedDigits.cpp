//===- WantedDigits.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/doubles/WantedDigits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace gpuperf;

/// Digits that a float has for certain.
static constexpr unsigned FloatDigits = 7;

/// The value of \p E, where it is a constant of a floating-point type.
static std::optional<double> constantOf(const Expr &E, const ASTContext &Ctx) {
  Expr::EvalResult Value;
  if (E.isValueDependent() || E.containsErrors() ||
      !E.getType()->isRealFloatingType() || !E.EvaluateAsRValue(Value, Ctx) ||
      !Value.Val.isFloat())
    return std::nullopt;
  llvm::APFloat Number = Value.Val.getFloat();
  bool LosesInfo = false;
  Number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &LosesInfo);
  return Number.convertToDouble();
}

/// Whether \p E is a difference that floats near 1 cannot tell from none.
static bool isTiny(const Expr *E, const ASTContext &Ctx) {
  constexpr double Tiny = 1.0000001e-8, LeastOfSense = 1e-18;
  const auto Value = E ? constantOf(*E, Ctx) : std::nullopt;
  return Value && *Value <= Tiny && *Value >= LeastOfSense;
}

/// The variable, parameter or field that \p E names.
static const ValueDecl *namedBy(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

/// Whether \p E is named as how long something took, or how fast it was: its
/// digits say nothing of what kernels compute.
static bool isOfTime(const Expr *E) {
  const auto *Cast = dyn_cast<ExplicitCastExpr>(E->IgnoreParenImpCasts());
  if (Cast)
    return isOfTime(Cast->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts()))
    return isOfTime(Binary->getLHS()) || isOfTime(Binary->getRHS());
  const Expr *Plain = E->IgnoreParenImpCasts();
  std::string Name;
  if (const auto *Call = dyn_cast<CallExpr>(Plain)) {
    if (const FunctionDecl *F = Call->getDirectCallee())
      Name = F->getNameAsString();
  } else if (const ValueDecl *D = namedBy(Plain)) {
    Name = D->getNameAsString();
  }
  Name = llvm::StringRef(Name).lower();
  constexpr llvm::StringLiteral Parts[] = {"time",      "elapsed", "durat",
                                           "sec",       "clock",   "flop",
                                           "bandwidth", "speed",   "milli"};
  return llvm::any_of(Parts,
                      [&](llvm::StringRef Part) {
                        return llvm::StringRef(Name).contains(Part);
                      }) ||
         Name == "ms" || Name == "us" || Name == "t";
}

/// Whether the conversion \p Kind with \p Precision shows more digits than a
/// float has.
static bool showsMore(char Kind, unsigned Precision) {
  switch (Kind) {
  case 'e':
  case 'E': // one more stands before the point
    return Precision >= FloatDigits;
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    return Precision > FloatDigits;
  default:
    return false;
  }
}

/// Calls \p Fn with the number of each argument of a printf that \p Format
/// shows with more digits than a float has; it is counted from the format on.
static void forEachPrecise(llvm::StringRef Format,
                           llvm::function_ref<void(unsigned)> Fn) {
  unsigned Next = 1;
  for (size_t At = Format.find('%'); At != llvm::StringRef::npos;
       At = Format.find('%', At)) {
    llvm::StringRef Rest = Format.substr(++At);
    if (Rest.consume_front("%")) {
      ++At;
      continue;
    }
    unsigned Precision = 0;
    bool InPrecision = false;
    size_t Read = 0;
    for (; Read < Rest.size() && !llvm::isAlpha(Rest[Read]); ++Read) {
      if (Rest[Read] == '*')
        ++Next;
      if (Rest[Read] == '.')
        InPrecision = true;
      else if (InPrecision && llvm::isDigit(Rest[Read]))
        Precision = std::min(1000u, Precision * 10 + (Rest[Read] - '0'));
    }
    while (Read < Rest.size() &&
           llvm::StringRef("lLhqjzt").contains(Rest[Read]))
      ++Read;
    if (Read < Rest.size() && showsMore(Rest[Read], Precision))
      Fn(Next);
    ++Next;
    At += Read;
  }
}

namespace {
class DigitFinder : public RecursiveASTVisitor<DigitFinder> {
public:
  explicit DigitFinder(ASTContext &Ctx) : Ctx(Ctx) {}

  bool isFound() const {
    return Prints || Compares ||
           llvm::any_of(Compared, [&](const ValueDecl *D) {
             return TinyOnes.contains(D->getCanonicalDecl());
           });
  }

  bool TraverseFunctionDecl(FunctionDecl *F) {
    return inFunction(
        F, [&] { return RecursiveASTVisitor::TraverseFunctionDecl(F); });
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *F) {
    return inFunction(
        F, [&] { return RecursiveASTVisitor::TraverseCXXMethodDecl(F); });
  }

  bool VisitVarDecl(VarDecl *V) {
    if (V->hasInit() && !isa<ParmVarDecl>(V))
      give(V, V->getInit());
    return true;
  }
  bool VisitFieldDecl(FieldDecl *F) {
    if (F->hasInClassInitializer())
      give(F, F->getInClassInitializer());
    return true;
  }
  bool VisitWhileStmt(WhileStmt *S) { return inCondition(S->getCond()); }
  bool VisitDoStmt(DoStmt *S) { return inCondition(S->getCond()); }
  bool VisitForStmt(ForStmt *S) { return inCondition(S->getCond()); }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() == BO_Assign) {
      if (const ValueDecl *To = namedBy(B->getLHS()))
        give(To, B->getRHS());
    } else if (B->isRelationalOp() && !IsDevice) {
      compare(*B);
    }
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      return true;
    for (unsigned I = 0; I < std::min(Call->getNumArgs(), F->getNumParams());
         ++I)
      give(F->getParamDecl(I), Call->getArg(I));
    if (!IsDevice && F->getDeclName().isIdentifier())
      readPrint(*Call, F->getName());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
    // The outermost one of `out << setprecision(12) << time` comes first.
    if (Call->getOperator() == OO_LessLess)
      readStream(*Call);
    return true;
  }

private:
  bool inFunction(FunctionDecl *F, llvm::function_ref<bool()> Go) {
    const bool Outer = IsDevice;
    IsDevice = F->hasAttr<CUDAGlobalAttr>() ||
               (F->hasAttr<CUDADeviceAttr>() && !F->hasAttr<CUDAHostAttr>());
    const bool On = Go();
    IsDevice = Outer;
    return On;
  }
  void give(const ValueDecl *To, const Expr *Value) {
    if (isTiny(Value, Ctx))
      TinyOnes.insert(To->getCanonicalDecl());
  }
  /// Comparisons of floating-point numbers, one of which is tiny or may be.
  void compare(const BinaryOperator &B) {
    if (!B.getLHS()->getType()->isRealFloatingType() || B.containsErrors())
      return;
    for (const auto &[Side, Other] : {std::pair(B.getLHS(), B.getRHS()),
                                      std::pair(B.getRHS(), B.getLHS())}) {
      if (constantOf(*Other, Ctx))
        continue;
      Compares |= isTiny(Side, Ctx);
      if (const ValueDecl *D = namedBy(Side))
        Compared.insert(D);
    }
  }
  bool inCondition(const Expr *Condition) {
    if (!Condition)
      return true;
    const Expr *E = Condition->IgnoreParenImpCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->isRelationalOp())
        compare(*B);
      if (B->isLogicalOp())
        return inCondition(B->getLHS()) && inCondition(B->getRHS());
    }
    return true;
  }
  bool isLarge(const Expr *Precision) const {
    Expr::EvalResult Value;
    return !Precision->isValueDependent() &&
           Precision->EvaluateAsInt(Value, Ctx) &&
           Value.Val.getInt().getExtValue() > FloatDigits;
  }
  void readPrint(const CallExpr &Call, llvm::StringRef Name) {
    if (Name == "precision" && Call.getNumArgs() == 1)
      Prints |= isLarge(Call.getArg(0));
    if (Name == "setprecision" && Call.getNumArgs() == 1 &&
        !OfTimes.contains(&Call))
      Prints |= isLarge(Call.getArg(0));
    if (!Name.ends_with("printf"))
      return;
    for (unsigned I = 0; I < Call.getNumArgs(); ++I) {
      const auto *Format =
          dyn_cast<StringLiteral>(Call.getArg(I)->IgnoreParenImpCasts());
      if (!Format || Format->getCharByteWidth() != 1)
        continue;
      forEachPrecise(Format->getString(), [&](unsigned Arg) {
        if (I + Arg < Call.getNumArgs())
          Prints |= !isOfTime(Call.getArg(I + Arg));
      });
      return;
    }
  }
  /// Notes the setprecision in front of nothing but times.
  void readStream(const CXXOperatorCallExpr &Outermost) {
    bool AnyTime = false, AnyOther = false;
    const Expr *E = &Outermost;
    if (Seen.contains(E))
      return;
    while (const auto *Out = dyn_cast<CXXOperatorCallExpr>(E)) {
      if (Out->getOperator() != OO_LessLess || Out->getNumArgs() != 2)
        return;
      Seen.insert(Out);
      const Expr *Arg = Out->getArg(1)->IgnoreParenImpCasts();
      if (const auto *Bound = dyn_cast<MaterializeTemporaryExpr>(Arg))
        Arg = Bound->getSubExpr()->IgnoreParenImpCasts();
      if (const auto *Call = dyn_cast<CallExpr>(Arg);
          Call && Call->getDirectCallee() &&
          Call->getDirectCallee()->getDeclName().isIdentifier() &&
          Call->getDirectCallee()->getName() == "setprecision") {
        if (AnyTime && !AnyOther)
          OfTimes.insert(Call);
      } else if (Arg->getType()->isRealFloatingType()) {
        (isOfTime(Arg) ? AnyTime : AnyOther) = true;
      }
      E = Out->getArg(0)->IgnoreParenImpCasts();
    }
  }

  ASTContext &Ctx;
  bool IsDevice = false, Prints = false, Compares = false;
  llvm::DenseSet<const Decl *> TinyOnes;
  llvm::DenseSet<const ValueDecl *> Compared;
  llvm::DenseSet<const CallExpr *> OfTimes;
  llvm::DenseSet<const Expr *> Seen; ///< by readStream
};
} // namespace

bool gpuperf::wantsDigitsOfDouble(ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  DigitFinder Finder(Ctx);
  for (Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (const SourceLocation At = SM.getExpansionLoc(D->getLocation());
        At.isValid() && !SM.isInSystemHeader(At))
      Finder.TraverseDecl(D);
  return Finder.isFound();
}
