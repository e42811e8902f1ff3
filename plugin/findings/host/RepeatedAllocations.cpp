//===- RepeatedAllocations.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/RepeatedAllocations.h"
#include "plugin/findings/host/HostCalls.h"
#include "plugin/findings/host/HostEvents.h"
#include "plugin/findings/host/NamesAny.h"
#include "plugin/findings/host/PointerUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include <optional>

using namespace clang;
using namespace gpuperf;

/// A loop that runs less often is one of set-up.
static constexpr uint64_t LeastTrips = 4;

static bool isAllocation(const CallExpr &Call) {
  return llvm::StringSwitch<bool>(runtimeName(calledName(Call)))
      .Cases({"Malloc", "MallocManaged", "MallocPitch"}, true)
      .Default(false);
}

/// The variable whose address \p Call gets first, as cudaMalloc does.
static const ValueDecl *allocatedBy(const CallExpr &Call) {
  if (Call.getNumArgs() < 2)
    return nullptr;
  const auto *Address =
      dyn_cast<UnaryOperator>(Call.getArg(0)->IgnoreParenCasts());
  if (!Address || Address->getOpcode() != UO_AddrOf)
    return nullptr;
  // An element of an array of pointers is another one in each iteration.
  const Expr *Of = Address->getSubExpr()->IgnoreParens();
  return isa<DeclRefExpr, MemberExpr>(Of) ? pointerOf(Of) : nullptr;
}

static const ValueDecl *freedBy(const CallExpr &Call) {
  if (runtimeName(calledName(Call)) != "Free" || Call.getNumArgs() != 1)
    return nullptr;
  const Expr *Of = Call.getArg(0)->IgnoreParenCasts();
  return isa<DeclRefExpr, MemberExpr>(Of) ? pointerOf(Of) : nullptr;
}

namespace {
/// What a loop changes by more than one. A counter is no such thing: sizes that
/// grow or shrink with it, as of an image that loses a column each time, fit
/// into the largest one, while sizes that double are those of a measurement.
class LoopText : public ConstDynamicRecursiveASTVisitor {
public:
  llvm::SmallPtrSet<const CallExpr *, 8> Calls;
  bool HandsOnChanged = false; ///< a number that changes, to a function

  LoopText(const Stmt &Loop, const ASTContext &Ctx) : Ctx(Ctx) {
    // What a variable is set to may be changed further below.
    TraverseStmt(&Loop);
    TraverseStmt(&Loop);
  }
  /// Whether \p E may be another one in the next iteration.
  bool changes(const Expr &E) const {
    return namesAny(E, Changed) || E.HasSideEffects(Ctx);
  }

  bool VisitCallExpr(const CallExpr *Call) override {
    Calls.insert(Call);
    if (const FunctionDecl *F = Call->getDirectCallee(); F && F->hasBody())
      HandsOnChanged |= llvm::any_of(Call->arguments(), [&](const Expr *Arg) {
        return Arg->getType()->isIntegerType() && changes(*Arg);
      });
    return true;
  }
  bool VisitVarDecl(const VarDecl *V) override {
    if (!V->getInit() || changes(*V->getInit()))
      Changed.insert(V);
    return true;
  }
  bool VisitCXXForRangeStmt(const CXXForRangeStmt *Range) override {
    Changed.insert(Range->getLoopVariable());
    return true;
  }
  bool VisitBinaryOperator(const BinaryOperator *E) override {
    if (E->isAssignmentOp())
      if (const auto *Ref =
              dyn_cast<DeclRefExpr>(E->getLHS()->IgnoreParenCasts()))
        Changed.insert(Ref->getDecl());
    return true;
  }

private:
  const ASTContext &Ctx;
  llvm::DenseSet<const ValueDecl *> Changed;
};
} // namespace

namespace {
/// Whether a loop may end in the middle of an iteration: by a break of its own,
/// or by what leaves the function.
class LeavesFinder : public ConstDynamicRecursiveASTVisitor {
public:
  bool Leaves = false;

  bool TraverseStmt(const Stmt *S) override {
    if (!S || isa<LambdaExpr>(S))
      return true;
    Leaves |= isa<ReturnStmt, GotoStmt, IndirectGotoStmt, CXXThrowExpr>(S) ||
              (isa<BreakStmt>(S) && Depth == 0);
    // A break in these is theirs.
    const bool TakesBreaks =
        isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S);
    Depth += TakesBreaks;
    ConstDynamicRecursiveASTVisitor::TraverseStmt(S);
    Depth -= TakesBreaks;
    return true;
  }

private:
  unsigned Depth = 0;
};
} // namespace

static bool mayLeave(const Stmt &Loop) {
  LeavesFinder Finder;
  for (const Stmt *Part : Loop.children())
    Finder.TraverseStmt(Part);
  return Finder.Leaves;
}

/// Whether \p E is a call of which the text does not say what it does: such a
/// function may choose another GPU, for one.
static bool isUnknown(const HostEvent &E) {
  if (E.Act != HostAct::Other || isa<CUDAKernelCallExpr>(E.Call) ||
      isClock(*E.Call))
    return false;
  const FunctionDecl *F = E.Call->getDirectCallee();
  if (!F)
    return true;
  if (!runtimeName(calledName(*E.Call)).empty() || F->getBuiltinID() ||
      F->isInStdNamespace())
    return false;
  const SourceManager &SM = F->getASTContext().getSourceManager();
  return !SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation()));
}

/// The value of \p E, if it is a constant that a loop can count to.
static std::optional<int64_t> constantOf(const Expr *E, const ASTContext &Ctx) {
  Expr::EvalResult Value;
  if (!E || E->isValueDependent() || !E->EvaluateAsInt(Value, Ctx))
    return std::nullopt;
  return Value.Val.getInt().tryExtValue();
}

/// How often `for (i = A; i < B; ...)` runs at most where A and B are
/// constants.
static std::optional<uint64_t> mostTrips(const Stmt &Loop,
                                         const ASTContext &Ctx) {
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const auto *Compare =
      For ? dyn_cast_or_null<BinaryOperator>(For->getCond()) : nullptr;
  if (!Compare || !Compare->isRelationalOp())
    return std::nullopt;
  const Expr *First = nullptr;
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(For->getInit())) {
    if (const auto *V = Decls->isSingleDecl()
                            ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                            : nullptr)
      First = V->getInit();
  } else if (const auto *Set =
                 dyn_cast_or_null<BinaryOperator>(For->getInit())) {
    First = Set->getRHS();
  }
  const auto From = constantOf(First, Ctx),
             To = constantOf(Compare->getRHS(), Ctx);
  if (!From || !To)
    return std::nullopt;
  const auto Distance =
      static_cast<uint64_t>(*From < *To ? *To - *From : *From - *To);
  return Distance +
         (Compare->getOpcode() == BO_LE || Compare->getOpcode() == BO_GE);
}

/// Whether \p Allocate may ask for another size in each iteration: such an
/// array cannot simply be allocated in front of the loop.
static bool changesSize(const CallExpr &Allocate, const LoopText &Text,
                        const ASTContext &Ctx) {
  const bool IsInText = Text.Calls.contains(&Allocate);
  for (unsigned Arg = 1; Arg < Allocate.getNumArgs(); ++Arg) {
    const Expr *Size = Allocate.getArg(Arg);
    // The pitch is a result.
    if (!Size->getType()->isIntegerType() || constantOf(Size, Ctx))
      continue;
    if (IsInText ? Text.changes(*Size) : Text.HandsOnChanged)
      return true;
  }
  return false;
}

/// Whether \p Allocate asks for a few bytes, which the driver cuts from what it
/// holds; the source of RepeatedAllocationCheck.cpp saw less than 1 us up to
/// 256 bytes, and the usual time from 4 KB on.
static bool isSmall(const CallExpr &Allocate, const ASTContext &Ctx) {
  const auto Bytes = constantOf(Allocate.getArg(1), Ctx);
  return Bytes && *Bytes < 4096;
}

static std::optional<RepeatedAllocation> lookAt(const Stmt &Loop,
                                                const ASTContext &Ctx) {
  const LoopText Text(Loop, Ctx);
  if (mostTrips(Loop, Ctx).value_or(LeastTrips) < LeastTrips)
    return std::nullopt;
  RepeatedAllocation Out;
  Out.Loop = &Loop;
  const std::vector<HostEvent> Events = hostEventsOf(Loop, false);
  // Whether the loop may run once, or each iteration have a GPU of its own: a
  // reset is no repeated one then.
  bool MayResetOnce = mayLeave(Loop);
  for (size_t I = 0; I < Events.size(); ++I) {
    const HostEvent &E = Events[I];
    // How long it takes what an object does, a file or a library is not known.
    if (!E.Call || isOfFile(*E.Call) || isOfLibrary(*E.Call))
      return std::nullopt;
    // A stream makes no difference here.
    const bool IsLaunch = isa<CUDAKernelCallExpr>(E.Call),
               IsCopy = runtimeName(calledName(*E.Call)).starts_with("Memcpy");
    // Nor how often an inner loop runs, or a branch that launches.
    if ((E.InnerLoop && (IsLaunch || IsCopy)) || (E.Branch && IsLaunch))
      return std::nullopt;
    MayResetOnce |=
        runtimeName(calledName(*E.Call)) == "SetDevice" || isUnknown(E);
    if (E.Branch || E.InnerLoop)
      continue;
    if (IsLaunch)
      Out.Launches.push_back(E.Call);
    if (IsCopy)
      Out.Copies.push_back(E.Call);
    if (runtimeName(calledName(*E.Call)) == "DeviceReset")
      Out.Reset = E.Call;
    if (!isAllocation(*E.Call))
      continue;
    const ValueDecl *Array = allocatedBy(*E.Call);
    if (!Array || isSmall(*E.Call, Ctx) || changesSize(*E.Call, Text, Ctx))
      continue;
    const auto Free =
        std::find_if(Events.begin() + static_cast<std::ptrdiff_t>(I) + 1,
                     Events.end(), [&](const HostEvent &Later) {
                       return Later.Call && !Later.Branch && !Later.InnerLoop &&
                              freedBy(*Later.Call) == Array;
                     });
    // A time that is taken in between leaves the allocation out on purpose.
    if (Free != Events.end() &&
        std::none_of(Events.begin() + static_cast<std::ptrdiff_t>(I), Free,
                     [](const HostEvent &Between) {
                       return Between.Call && isClock(*Between.Call);
                     }))
      Out.Arrays.push_back({E.Call, Free->Call, Array});
  }
  if (MayResetOnce)
    Out.Reset = nullptr;
  if ((Out.Arrays.empty() && !Out.Reset) || Out.Launches.empty())
    return std::nullopt;
  return Out;
}

std::vector<RepeatedAllocation>
gpuperf::repeatedAllocations(const FunctionDecl &F) {
  std::vector<RepeatedAllocation> Out;
  if (const Stmt *Body = F.getBody())
    for (const Stmt *Loop : loopsIn(*Body))
      if (auto Found = lookAt(*Loop, F.getASTContext()))
        Out.push_back(std::move(*Found));
  return Out;
}
