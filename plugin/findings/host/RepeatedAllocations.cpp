//===- RepeatedAllocations.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/RepeatedAllocations.h"
#include "plugin/findings/host/HostCalls.h"
#include "plugin/findings/host/HostEvents.h"
#include "plugin/findings/host/PointerUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include <optional>

using namespace clang;
using namespace gpuperf;

/// A loop that runs less often is one of set-up.
static constexpr int64_t LeastTrips = 4;

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
/// Whether an expression may be another one in the next iteration: it names one
/// of some variables, or calls something.
class Changes : public ConstDynamicRecursiveASTVisitor {
public:
  explicit Changes(const llvm::SmallPtrSetImpl<const ValueDecl *> &Any)
      : Any(Any) {}
  bool Found = false;
  bool VisitDeclRefExpr(const DeclRefExpr *E) override {
    Found |= Any.contains(E->getDecl());
    return !Found;
  }
  bool VisitCallExpr(const CallExpr *) override { return !(Found = true); }

private:
  const llvm::SmallPtrSetImpl<const ValueDecl *> &Any;
};

/// What makes an iteration take time for other reasons, and what it changes by
/// more than one. A counter is no such thing: sizes that grow or shrink with
/// it, as of an image that loses a column each time, fit into the largest one,
/// while sizes that double are those of a measurement.
class LoopText : public ConstDynamicRecursiveASTVisitor {
public:
  bool ReadsFiles = false;
  llvm::SmallPtrSet<const ValueDecl *, 8> Changed;
  llvm::SmallPtrSet<const CallExpr *, 8> Calls;
  bool HandsOnChanged = false; ///< a number that changes, to a function

  explicit LoopText(const Stmt &Loop) {
    // What a variable is set to may be changed further below.
    TraverseStmt(&Loop);
    TraverseStmt(&Loop);
  }
  bool changes(const Expr *E) const {
    Changes Of(Changed);
    Of.TraverseStmt(E);
    return Of.Found;
  }

  bool VisitCallExpr(const CallExpr *Call) override {
    ReadsFiles |= isReading(*Call);
    Calls.insert(Call);
    if (const FunctionDecl *F = Call->getDirectCallee(); F && F->hasBody())
      HandsOnChanged |= llvm::any_of(Call->arguments(), [&](const Expr *Arg) {
        return Arg->getType()->isIntegerType() && changes(Arg);
      });
    return true;
  }
  bool VisitVarDecl(const VarDecl *V) override {
    if (!V->getInit() || changes(V->getInit()))
      Changed.insert(V);
    return true;
  }
  bool VisitCXXForRangeStmt(const CXXForRangeStmt *Range) override {
    Changed.insert(Range->getLoopVariable());
    return true;
  }
  bool VisitBinaryOperator(const BinaryOperator *E) override {
    if (E->isAssignmentOp())
      change(E->getLHS());
    return true;
  }

private:
  static bool isReading(const CallExpr &Call) {
    return llvm::StringSwitch<bool>(calledName(Call))
        .Cases({"fopen", "fread", "fscanf", "fgets", "scanf", "getline", "open",
                "imread", "imwrite", "fwrite"},
               true)
        .Default(false);
  }
  void change(const Expr *E) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts()))
      Changed.insert(Ref->getDecl());
  }
};
} // namespace

/// How often `for (i = A; i < B; ++i)` runs where A and B are constants.
static std::optional<int64_t> constantTrips(const Stmt &Loop,
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
  Expr::EvalResult From, To;
  if (!First || !First->EvaluateAsInt(From, Ctx) ||
      !Compare->getRHS()->EvaluateAsInt(To, Ctx))
    return std::nullopt;
  const int64_t Distance = To.Val.getInt().getExtValue() -
                           From.Val.getInt().getExtValue() +
                           (Compare->getOpcode() == BO_LE ? 1 : 0);
  return Distance < 0 ? -Distance : Distance;
}

/// Whether \p Allocate may ask for another size in each iteration: such an
/// array cannot simply be allocated in front of the loop.
static bool changesSize(const CallExpr &Allocate, const LoopText &Text,
                        const ASTContext &Ctx) {
  const bool IsInText = Text.Calls.contains(&Allocate);
  for (unsigned Arg = 1; Arg < Allocate.getNumArgs(); ++Arg) {
    const Expr *Size = Allocate.getArg(Arg);
    if (Size->isValueDependent() || Size->isEvaluatable(Ctx))
      continue;
    if (IsInText ? Text.changes(Size) : Text.HandsOnChanged)
      return true;
  }
  return false;
}

/// Whether \p Allocate asks for a few bytes, which the driver cuts from what it
/// holds; the source of RepeatedAllocationCheck.cpp saw less than 1 us up to
/// 256 bytes, and the usual time from 4 KB on.
static bool isSmall(const CallExpr &Allocate, const ASTContext &Ctx) {
  Expr::EvalResult Bytes;
  const Expr *Last = Allocate.getArg(1);
  return !Last->isValueDependent() && Last->EvaluateAsInt(Bytes, Ctx) &&
         Bytes.Val.getInt().getExtValue() < 4096;
}

static std::optional<RepeatedAllocation> lookAt(const Stmt &Loop,
                                                const ASTContext &Ctx) {
  const LoopText Text(Loop);
  const std::optional<int64_t> Trips = constantTrips(Loop, Ctx);
  if (Text.ReadsFiles || (Trips && *Trips < LeastTrips))
    return std::nullopt;
  RepeatedAllocation Out;
  Out.Loop = &Loop;
  const std::vector<HostEvent> Events = hostEventsOf(Loop, false);
  for (size_t I = 0; I < Events.size(); ++I) {
    const HostEvent &E = Events[I];
    if (!E.Call || E.Branch || E.InInnerLoop) {
      // How long an inner loop of launches takes is not known here.
      if (E.Act == HostAct::Launch)
        return std::nullopt;
      continue;
    }
    if (E.Act == HostAct::Launch)
      Out.Launches.push_back(E.Call);
    if (E.Act == HostAct::Copy)
      Out.Copies.push_back(E.Call);
    if (E.Act != HostAct::Other || !isAllocation(*E.Call))
      continue;
    const ValueDecl *Array = allocatedBy(*E.Call);
    if (!Array || isSmall(*E.Call, Ctx) || changesSize(*E.Call, Text, Ctx))
      continue;
    const auto Free =
        std::find_if(Events.begin() + static_cast<std::ptrdiff_t>(I) + 1,
                     Events.end(), [&](const HostEvent &Later) {
                       return Later.Call && !Later.Branch &&
                              !Later.InInnerLoop &&
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
  if (Out.Arrays.empty() || Out.Launches.empty())
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
