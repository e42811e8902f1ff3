//===- LaunchLoops.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/LaunchLoops.h"
#include "plugin/findings/host/HostCalls.h"
#include "plugin/findings/host/NamesAny.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace gpuperf;

namespace {
/// Finds the innermost loop around a call.
class LoopFinder : public RecursiveASTVisitor<LoopFinder> {
public:
  explicit LoopFinder(const CallExpr &Call) : Call(Call) {}
  const Stmt *Loop = nullptr;

  bool TraverseStmt(Stmt *S) {
    if (!S)
      return true;
    if (S == &Call) {
      Loop = Around;
      return false;
    }
    const Stmt *Before = Around;
    if (isLoop(S))
      Around = S;
    const bool GoesOn = RecursiveASTVisitor::TraverseStmt(S);
    Around = Before;
    return GoesOn;
  }
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }

private:
  const CallExpr &Call;
  const Stmt *Around = nullptr;
};

/// The variables that a loop writes or declares, and what else it calls.
class LoopReader : public RecursiveASTVisitor<LoopReader> {
public:
  llvm::DenseSet<const ValueDecl *> Changed;
  unsigned Launches = 0;
  bool MayWait = false; ///< for more than the end of the launch

  bool VisitVarDecl(VarDecl *V) {
    Changed.insert(V);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Op) {
    if (Op->isAssignmentOp())
      change(Op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *Op) {
    if (Op->isIncrementDecrementOp() || Op->getOpcode() == UO_AddrOf)
      change(Op->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    if (isa<CUDAKernelCallExpr>(Call)) {
      ++Launches;
      return true;
    }
    const StringRef Name = runtimeName(calledName(*Call));
    MayWait |= Name.contains("Memcpy") || Name.contains("Memset");
    // Results of kernels may be looked at by code of the user's.
    MayWait |= Name.empty() && Call->getDirectCallee() &&
               Call->getDirectCallee()->hasBody();
    return true;
  }

private:
  void change(const Expr *E) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
      Changed.insert(Ref->getDecl());
  }
};
} // namespace

std::optional<LaunchLoop> gpuperf::loopOfPieces(const FunctionDecl &F,
                                                const CallExpr &Launch) {
  const auto *Kernel = dyn_cast<CUDAKernelCallExpr>(&Launch);
  if (!Kernel || !F.getBody())
    return std::nullopt;
  LoopFinder Finder(Launch);
  Finder.TraverseStmt(F.getBody());
  if (!Finder.Loop)
    return std::nullopt;
  LoopReader Reader;
  Reader.TraverseStmt(const_cast<Stmt *>(Finder.Loop));
  if (Reader.Launches != 1 || Reader.MayWait)
    return std::nullopt;
  auto Hangs = [&](const Expr *E) { return namesAny(*E, Reader.Changed); };
  for (const Expr *E : Kernel->getConfig()->arguments())
    if (Hangs(E))
      return std::nullopt;
  std::optional<LaunchLoop> Out;
  for (unsigned I = 0; I < Kernel->getNumArgs(); ++I) {
    const Expr *Arg = Kernel->getArg(I);
    if (!Hangs(Arg))
      continue;
    if (Out || !Arg->getType()->isIntegerType())
      return std::nullopt;
    Out = LaunchLoop{Finder.Loop, I};
  }
  return Out;
}
