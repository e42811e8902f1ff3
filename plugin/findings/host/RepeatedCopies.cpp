//===- RepeatedCopies.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/RepeatedCopies.h"
#include "plugin/ast/SameExpr.h"
#include "plugin/findings/host/HostCalls.h"
#include "plugin/findings/host/HostEvents.h"
#include "plugin/findings/host/PointerUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>

using namespace clang;
using namespace gpuperf;

using Kind = RepeatedCopy::Kind;
using UseKind = PointerUse::Kind;

namespace {
/// One cudaMemcpy of whole arrays.
struct ArrayCopy {
  const CallExpr *Call = nullptr;
  const ValueDecl *From = nullptr, *To = nullptr;
  StringRef Way; ///< "HostToDevice"
};

/// What a loop calls and declares.
class LoopText : public ConstDynamicRecursiveASTVisitor {
public:
  bool HasMethod = false, HasFunction = false; ///< calls of the user's
  bool Sleeps = false; ///< how long it takes does not matter
  llvm::SmallPtrSet<const VarDecl *, 8> Declared;

  bool VisitVarDecl(const VarDecl *V) override {
    Declared.insert(V);
    return true;
  }
  bool VisitCallExpr(const CallExpr *Call) override {
    Sleeps |= calledName(*Call).contains_insensitive("sleep");
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || isa<CUDAKernelCallExpr>(Call) || isa<CXXOperatorCallExpr>(Call) ||
        F->isInStdNamespace())
      return true;
    if (isa<CXXMethodDecl>(F))
      HasMethod = true;
    else if (F->hasBody())
      HasFunction = true;
    return true;
  }
};
} // namespace

/// The array that \p E is, from its first element on.
static const ValueDecl *wholeArray(const Expr *E) {
  E = E->IgnoreParenCasts();
  return isa<DeclRefExpr, MemberExpr, CXXMemberCallExpr>(E) ? pointerOf(E)
                                                            : nullptr;
}

static std::optional<ArrayCopy> copyOf(const CallExpr &Call) {
  if (runtimeName(calledName(Call)) != "Memcpy" || Call.getNumArgs() < 4)
    return std::nullopt;
  const auto *Way =
      dyn_cast<DeclRefExpr>(Call.getArg(3)->IgnoreParenImpCasts());
  if (!Way || !Way->getDecl()->getIdentifier())
    return std::nullopt;
  StringRef Name = Way->getDecl()->getName();
  if (!Name.consume_front("cudaMemcpy") && !Name.consume_front("hipMemcpy"))
    return std::nullopt;
  ArrayCopy Out{&Call, wholeArray(Call.getArg(1)), wholeArray(Call.getArg(0)),
                Name};
  if (!Out.From || !Out.To || Out.From == Out.To)
    return std::nullopt;
  return Out;
}

namespace {
/// The sizes that a function allocates for an array on the GPU.
class AllocatedSizes : public ConstDynamicRecursiveASTVisitor {
public:
  explicit AllocatedSizes(const ValueDecl &Of) : Of(Of) {}
  llvm::SmallVector<const Expr *, 2> Found;

  bool VisitCallExpr(const CallExpr *Call) override {
    if (runtimeName(calledName(*Call)) != "Malloc" || Call->getNumArgs() != 2)
      return true;
    const auto *Address =
        dyn_cast<UnaryOperator>(Call->getArg(0)->IgnoreParenCasts());
    if (Address && Address->getOpcode() == UO_AddrOf &&
        wholeArray(Address->getSubExpr()) == &Of)
      Found.push_back(Call->getArg(1));
    return true;
  }

private:
  const ValueDecl &Of;
};
} // namespace

/// Whether \p V is made with zeros only: by calloc, or as a vector of so many
/// elements of a number's type.
static bool isMadeOfZeros(const VarDecl &V, const ASTContext &Ctx) {
  const Expr *Init = V.getInit();
  if (!Init)
    return false;
  Init = Init->IgnoreParenCasts();
  if (const auto *Whole = dyn_cast<ExprWithCleanups>(Init))
    Init = Whole->getSubExpr()->IgnoreParenCasts();
  if (const auto *Call = dyn_cast<CallExpr>(Init))
    return calledName(*Call) == "calloc";
  const auto *Make = dyn_cast<CXXConstructExpr>(Init);
  if (!Make || Make->isListInitialization() || Make->getNumArgs() == 0 ||
      !Make->getArg(0)->getType()->isIntegerType())
    return false;
  const CXXRecordDecl *Of = Make->getConstructor()->getParent();
  if (!Of->isInStdNamespace() || !Of->getIdentifier() ||
      Of->getName() != "vector")
    return false;
  if (Make->getNumArgs() == 1 || isa<CXXDefaultArgExpr>(Make->getArg(1)))
    return true;
  const Expr *Value = Make->getArg(1);
  Expr::EvalResult At;
  return Value->getType()->isArithmeticType() &&
                 Value->EvaluateAsRValue(At, Ctx)
             ? At.Val.isInt()     ? At.Val.getInt().isZero()
               : At.Val.isFloat() ? At.Val.getFloat().isPosZero()
                                  : false
             : false;
}

namespace {
class LoopLook {
public:
  LoopLook(const Stmt &Loop, const Stmt &Body, const ASTContext &Ctx)
      : Loop(Loop), Body(Body), Ctx(Ctx), Events(hostEventsOf(Loop, false)) {
    Text.TraverseStmt(&Loop);
    for (size_t I = 0; I < Events.size(); ++I)
      if (Events[I].Act == HostAct::Clock) {
        FirstClock = std::min(FirstClock.value_or(I), I);
        LastClock = I;
      }
  }
  void findIn(std::vector<RepeatedCopy> &Out) {
    if (Text.Sleeps || llvm::any_of(Events, mayTakeAnyTime))
      return;
    for (size_t I = 0; I < Events.size(); ++I)
      if (const HostEvent &E = Events[I];
          E.Act == HostAct::Copy && !E.Branch && !E.InnerLoop && !isMeasured(I))
        if (const auto Copy = copyOf(*E.Call))
          if (auto Found = look(*Copy))
            Out.push_back(std::move(*Found));
  }

private:
  /// Whether nobody knows how long the kernels or files of \p E take.
  static bool mayTakeAnyTime(const HostEvent &E) {
    return (E.Act == HostAct::Launch && E.InnerLoop) ||
           (E.Call && (isOfFile(*E.Call) || isOfLibrary(*E.Call)));
  }

  /// Whether the copy \p At stands between times that an iteration takes. Of a
  /// single one, nobody knows to what it is compared.
  bool isMeasured(size_t At) const {
    return FirstClock &&
           (*FirstClock == LastClock || (At > *FirstClock && At < LastClock));
  }

  /// Whether nothing writes \p D between its beginning as zeros and the loop.
  /// Only this function's text is searched: others may fill what they see, and
  /// a parameter's default value is only one of those that it gets.
  bool isZeroBefore(const ValueDecl &D) const {
    const auto *Variable = dyn_cast<VarDecl>(&D);
    if (!Variable || !Variable->isLocalVarDecl() ||
        !Variable->hasLocalStorage() || !isMadeOfZeros(*Variable, Ctx))
      return false;
    return llvm::all_of(usesOf(D, Body), [](const PointerUse &Use) {
      return Use.What == UseKind::Read || Use.What == UseKind::CopySource;
    });
  }

  /// Whether nothing else than the loop's own text can change it there.
  bool isOnlySeenHere(const ValueDecl *D) const {
    if (const auto *Variable = dyn_cast<VarDecl>(D))
      return !Text.Declared.contains(Variable) &&
             (Variable->hasLocalStorage() ||
              (!Text.HasMethod && !Text.HasFunction));
    return isa<FieldDecl>(D) && !Text.HasMethod;
  }

  std::optional<size_t> placeOf(const CallExpr *Call) const {
    const auto It = llvm::find_if(
        Events, [&](const HostEvent &E) { return E.Call == Call; });
    if (It == Events.end() || It->Branch || It->InnerLoop)
      return std::nullopt;
    return It - Events.begin();
  }

  /// Whether a kernel may run between two calls of the loop.
  bool hasLaunchBetween(size_t From, size_t To) const {
    for (size_t I = (From + 1) % Events.size(); I != To;
         I = (I + 1) % Events.size())
      if (Events[I].Act == HostAct::Launch || Events[I].Act == HostAct::Fill)
        return true;
    return false;
  }

  /// The launches that get \p D; nothing where something else happens to it on
  /// the GPU but for \p Copy, or copies to the host.
  std::optional<llvm::SmallVector<RepeatedCopy::Use, 2>>
  launchesWith(const ValueDecl &D, const CallExpr &Copy) const {
    llvm::SmallVector<RepeatedCopy::Use, 2> Out;
    for (const PointerUse &Use : usesOf(D, Loop)) {
      if (Use.What == UseKind::LaunchArg)
        Out.push_back({Use.Call, Use.Arg});
      else if (Use.Call != &Copy && Use.What != UseKind::CopySource)
        return std::nullopt;
    }
    if (Out.empty())
      return std::nullopt;
    return Out;
  }

  std::optional<RepeatedCopy> look(const ArrayCopy &Copy) const {
    if (!isOnlySeenHere(Copy.From) || !isOnlySeenHere(Copy.To))
      return std::nullopt;
    RepeatedCopy Out;
    Out.Copy = Copy.Call;
    Out.From = Copy.From;
    Out.To = Copy.To;
    for (const HostEvent &E : Events)
      if (E.Act == HostAct::Launch)
        Out.Launches.push_back(E.Call);
    auto GetTo = launchesWith(*Copy.To, *Copy.Call);
    if (!GetTo)
      return std::nullopt;
    Out.GetTo = std::move(*GetTo);
    if (Copy.Way == "DeviceToDevice") {
      auto GetFrom = launchesWith(*Copy.From, *Copy.Call);
      if (!GetFrom)
        return std::nullopt;
      Out.GetFrom = std::move(*GetFrom);
      Out.What = Kind::Swapped;
      return Out;
    }
    if (Copy.Way != "HostToDevice" || !lookAtHost(Copy, Out))
      return std::nullopt;
    AllocatedSizes Sizes(*Copy.To);
    Sizes.TraverseStmt(&Body);
    Out.CopiesAll =
        Sizes.Found.size() == 1 &&
        isSameExpr(*Sizes.Found.front(), *Copy.Call->getArg(2), Ctx);
    Out.IsZero = isZeroBefore(*Copy.From);
    return Out;
  }

  /// Whether the host's array is one that the host does not change.
  bool lookAtHost(const ArrayCopy &Copy, RepeatedCopy &Out) const {
    std::optional<ArrayCopy> Back;
    for (const PointerUse &Use : usesOf(*Copy.From, Loop)) {
      if (Use.What == UseKind::Read || Use.What == UseKind::CopySource)
        continue;
      if (Use.What != UseKind::CopyTarget || Back)
        return false;
      Back = copyOf(*Use.Call);
      if (!Back || Back->Way != "DeviceToHost")
        return false;
    }
    if (!Back)
      return true;
    const auto At = placeOf(Back->Call), Here = placeOf(Copy.Call);
    Out.What = Kind::OnGpuAlready;
    Out.Holder = Back->From;
    return At && Here && !hasLaunchBetween(*At, *Here) &&
           isOnlySeenHere(Out.Holder) &&
           isSameExpr(*Back->Call->getArg(2), *Copy.Call->getArg(2), Ctx);
  }

  const Stmt &Loop;
  const Stmt &Body; ///< of the function around it
  const ASTContext &Ctx;
  const std::vector<HostEvent> Events;
  std::optional<size_t> FirstClock; ///< of the events
  size_t LastClock = 0;
  LoopText Text;
};
} // namespace

std::vector<RepeatedCopy> gpuperf::repeatedCopies(const FunctionDecl &F) {
  std::vector<RepeatedCopy> Out;
  const Stmt *Body = F.getBody();
  if (!Body)
    return Out;
  for (const Stmt *Loop : loopsIn(*Body))
    LoopLook(*Loop, *Body, F.getASTContext()).findIn(Out);
  return Out;
}
