//===- RandomInitCheck.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/lines/RandomInitCheck.h"
#include "analysis/advice/WhatIf.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/OtherSizes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace clang;

namespace gpuperf {

namespace {
/// A library of random numbers for device code: what gives a state its start,
/// the state that most take, and that of Philox.
struct Library {
  llvm::StringLiteral Init, Usual, Philox;
};
constexpr Library Libraries[] = {
    {"curand_init", "curandState", "curandStatePhilox4_32_10_t"},
    {"hiprand_init", "hiprandState", "hiprandStatePhilox4_32_10_t"},
    {"rocrand_init", "rocrand_state_xorwow", "rocrand_state_philox4x32_10"}};

const Library *namesOf(llvm::StringRef Init) {
  const auto *Found = llvm::find_if(
      Libraries, [&](const Library &L) { return L.Init == Init; });
  return Found == std::end(Libraries) ? nullptr : Found;
}

/// Calls of curand_init for an XORWOW state, the usual one, that do not always
/// ask for the first sequence.
class InitCalls : public RecursiveASTVisitor<InitCalls> {
public:
  explicit InitCalls(const ASTContext &Ctx) : Ctx(Ctx) {}
  std::vector<const CallExpr *> Found;

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (F && F->getIdentifier() && namesOf(F->getName()) &&
        Call->getNumArgs() == 4 && isXorwow(Call->getArg(3)->getType()) &&
        !isZero(Call->getArg(1)))
      Found.push_back(Call);
    return true;
  }

private:
  static bool isXorwow(QualType State) {
    const RecordDecl *R = State->isPointerType()
                              ? State->getPointeeType()->getAsRecordDecl()
                              : nullptr;
    return R && R->getIdentifier() &&
           llvm::is_contained({"curandStateXORWOW", "hiprandStateXORWOW",
                               "hiprandStateXORWOW_t", "rocrand_state_xorwow",
                               "xorwow_engine"},
                              R->getName());
  }
  bool isZero(const Expr *E) const {
    Expr::EvalResult Value;
    return !E->isValueDependent() && E->EvaluateAsInt(Value, Ctx) &&
           Value.Val.getInt() == 0;
  }

  const ASTContext &Ctx;
};

/// Whether \p State is the address of a variable of the function: no other
/// kernel loads it.
bool isOfKernel(const Expr &State) {
  const auto *At = dyn_cast<UnaryOperator>(State.IgnoreParenImpCasts());
  const auto *Ref =
      At && At->getOpcode() == UO_AddrOf
          ? dyn_cast<DeclRefExpr>(At->getSubExpr()->IgnoreParenImpCasts())
          : nullptr;
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType();
}
} // namespace

std::vector<LineFinding> RandomInitCheck::find(const LaunchAnswer &Answer,
                                               const GpuAnswer &On,
                                               const GpuModel &Gpu) {
  std::vector<LineFinding> Out;
  const FunctionDecl *Kernel = Answer.Site.Kernel;
  if (!Kernel || !Kernel->getBody())
    return Out;
  InitCalls Calls(*Ctx);
  Calls.TraverseStmt(Kernel->getBody());
  for (const CallExpr *Call : Calls.Found) {
    const SourceLine Where = lineIn(*SM, *On.Kernel, Call->getBeginLoc());
    if (Where.Line == 0)
      continue;
    WarpProfile Without = On.P->Profile;
    LineFinding F;
    F.Blocks = leaveOutLine(*On.Kernel, Where, Without);
    if (F.Blocks.empty())
      continue;
    auto Time = timeWithProfile(*On.Kernel, On.Asked, Gpu, *On.P, Without);
    if (!Time || !(Time->Value < On.P->TimeUs.Value))
      continue;
    F.Where = Where;
    F.TimeUs = On.P->TimeUs;
    F.WithoutUs = *Time;
    // A kernel that does little else makes the states, which programs do once:
    // it has to be known that there are so many that it takes long.
    constexpr double MakesStates = 80, WorthOnceUs = 1000;
    if (F.gainPercent() >= MakesStates)
      F.WorthUs = hasOpenSizes(Answer, Assume) ? HUGE_VAL : WorthOnceUs;
    const Library &Names = *namesOf(Call->getDirectCallee()->getName());
    F.Text = llvm::formatv("'{0}' moves the state to a sequence of its own for "
                           "each thread",
                           Names.Init);
    F.Notes.push_back(llvm::formatv(
        "for XORWOW, which {0} is, that is a product of matrices for each bit "
        "of the sequence's number; {1} has as many sequences and begins them "
        "with a few instructions",
        Names.Usual, Names.Philox));
    if (!isOfKernel(*Call->getArg(3)))
      F.Notes.push_back("that is won where the states are made; kernels that "
                        "load and store them move more with it, in cuRAND 64 "
                        "bytes a state instead of 48");
    Out.push_back(std::move(F));
  }
  return Out;
}

} // namespace gpuperf
