//===- HostEvents.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/HostEvents.h"
#include "plugin/findings/host/HostCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <optional>

using namespace clang;
using namespace gpuperf;

/// What a function of the runtime does; nothing: the host need not wait for it
/// or with it.
static std::optional<HostAct> actOf(StringRef OfRuntime) {
  return llvm::StringSwitch<std::optional<HostAct>>(OfRuntime)
      .Cases({"DeviceSynchronize", "ThreadSynchronize", "StreamSynchronize"},
             HostAct::Wait)
      .Cases({"Memset", "MemsetAsync"}, HostAct::Fill)
      .Cases({"Memcpy", "Memcpy2D", "Memcpy3D", "MemcpyToSymbol",
              "MemcpyFromSymbol"},
             HostAct::Copy)
      .Cases({"EventRecord", "EventSynchronize", "EventElapsedTime"},
             HostAct::Clock)
      .Cases(
          {"GetLastError", "PeekAtLastError", "GetErrorString", "GetErrorName"},
          std::nullopt)
      .Default(HostAct::Other);
}

/// Functions of the C and C++ library that do nothing with the GPU's results
/// and take no time.
static bool isHarmlessName(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"printf", "fprintf", "puts", "putchar", "fflush", "exit", "abort",
              "assert", "__assert_fail"},
             true)
      .Cases({"swap", "move", "forward", "min",          "max",
              "abs",  "ceil", "floor",   "sqrt",         "pow",
              "log",  "log2", "exp",     "get",          "begin",
              "end",  "endl", "setw",    "setprecision", "to_string"},
             true)
      .Cases({"ceilf", "floorf", "sqrtf", "powf", "logf", "log2f", "fabs",
              "fabsf", "fmin", "fmax"},
             true)
      .Default(false);
}

/// Whether \p Call takes a time of the host, which takes none itself; isClock()
/// has those that sleep as well.
static bool isHostClock(const CallExpr &Call) {
  return isClock(Call) && !calledName(Call).contains_insensitive("sleep");
}

/// Whether \p D is of std::chrono, whose functions compute with times.
static bool isOfChrono(const NamedDecl *D) {
  return D &&
         StringRef(D->getQualifiedNameAsString()).starts_with("std::chrono::");
}

/// Whether \p E names a variable that the GPU and the host see: only such a
/// variable of the GPU has a value on the host.
static bool isOnGpu(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Variable && Variable->hasAttr<CUDADeviceAttr>();
}

/// Classes of the library that hold the host's own data.
static bool isHostContainer(const CXXRecordDecl *Record) {
  if (!Record || !Record->isInStdNamespace() || !Record->getIdentifier())
    return false;
  return llvm::StringSwitch<bool>(Record->getName())
      .Cases({"vector", "array", "basic_string", "pair", "tuple", "map",
              "unordered_map", "set", "deque", "initializer_list", "unique_ptr",
              "shared_ptr", "basic_ostream", "basic_ios", "ios_base",
              "basic_ofstream", "basic_ostringstream", "basic_string_view"},
             true)
      .Default(false);
}

/// Whether \p Call is one of the user's functions that look at an error: one of
/// its arguments is a call that returns one.
static bool takesError(const CallExpr *Call) {
  return llvm::any_of(Call->arguments(), [](const Expr *Arg) {
    const std::string Type = Arg->getType().getUnqualifiedType().getAsString();
    return StringRef(Type).contains("cudaError") ||
           StringRef(Type).contains("hipError");
  });
}

namespace {
class Iteration : public ConstDynamicRecursiveASTVisitor {
public:
  explicit Iteration(bool SharesMemory) : SharesMemory(SharesMemory) {}
  std::vector<HostEvent> Events;

  bool TraverseStmt(const Stmt *S) override {
    if (!S)
      return true;
    if (isa<LambdaExpr>(S) || isa<OMPExecutableDirective>(S)) {
      add(HostAct::Other, nullptr);
      return true;
    }
    // What ends the program needs nothing.
    if (isa<CXXThrowExpr>(S))
      return true;
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      // The condition of an if is come to in every iteration.
      TraverseStmt(If->getInit());
      TraverseStmt(If->getCond());
      within(If->getThen());
      within(If->getElse());
      return true;
    }
    if (const auto *Choice = dyn_cast<SwitchStmt>(S)) {
      TraverseStmt(Choice->getCond());
      within(Choice->getBody());
      return true;
    }
    if (const auto *Choice = dyn_cast<ConditionalOperator>(S)) {
      TraverseStmt(Choice->getCond());
      within(Choice->getTrueExpr());
      within(Choice->getFalseExpr());
      return true;
    }
    // What a launch is asked with comes before it.
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(S)) {
      for (const Stmt *Part : Launch->children())
        TraverseStmt(Part);
      return VisitCallExpr(Launch);
    }
    const Stmt *Around = InnerLoop;
    if (!InnerLoop && isLoop(S))
      InnerLoop = S;
    ConstDynamicRecursiveASTVisitor::TraverseStmt(S);
    InnerLoop = Around;
    return true;
  }

  bool VisitCallExpr(const CallExpr *Call) override {
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call)) {
      // Another stream would need to be waited for.
      const CallExpr *Config = Launch->getConfig();
      const bool NamesStream = Config && Config->getNumArgs() > 3 &&
                               !isa<CXXDefaultArgExpr>(Config->getArg(3));
      add(NamesStream ? HostAct::Other : HostAct::Launch, Call);
      return true;
    }
    const StringRef Name = calledName(*Call);
    // Of a launch.
    if (Name.contains("PushCallConfiguration") ||
        runtimeName(Name) == "ConfigureCall")
      return true;
    const FunctionDecl *F = Call->getDirectCallee();
    // A user's function may be called cudaAssert.
    if (!runtimeName(Name).empty() && !(F && F->hasBody() && isOfUser(*F))) {
      if (const auto Act = actOf(runtimeName(Name)))
        add(*Act, Call);
      return true;
    }
    if (isHostClock(*Call)) {
      add(HostAct::Clock, Call);
      return true;
    }
    if (isOfChrono(F))
      return true;
    // Operators of dim3, of streams and of pointers.
    if (isa<CXXOperatorCallExpr>(Call) && (!F || !isOfUser(*F)))
      return true;
    if (takesError(Call))
      return true;
    if (const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
        Method && isHostContainer(Method->getParent()))
      return true;
    if (!walkThrough(F) && !isHarmlessName(Name))
      add(HostAct::Other, Call);
    return true;
  }

  bool VisitCXXConstructExpr(const CXXConstructExpr *E) override {
    // An object that is made may do anything.
    const CXXConstructorDecl *Maker = E->getConstructor();
    const CXXRecordDecl *Of = Maker->getParent();
    const bool IsDim3 = Of->getIdentifier() && Of->getName() == "dim3";
    if (!Maker->isTrivial() && !IsDim3 && !isHostContainer(Of) &&
        !isOfChrono(Of) &&
        !(Maker->isDefaulted() && Maker->isCopyOrMoveConstructor()))
      add(HostAct::Other, nullptr);
    return true;
  }

  bool VisitArraySubscriptExpr(const ArraySubscriptExpr *E) override {
    if (E->getBase()->IgnoreImpCasts()->getType()->isPointerType())
      touch();
    return true;
  }
  bool VisitUnaryOperator(const UnaryOperator *E) override {
    if (E->getOpcode() == UO_Deref)
      touch();
    return true;
  }
  bool VisitMemberExpr(const MemberExpr *E) override {
    if (E->isArrow() && !isa<CXXThisExpr>(E->getBase()->IgnoreImpCasts()))
      touch();
    return true;
  }

  bool VisitImplicitCastExpr(const ImplicitCastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue && isOnGpu(E->getSubExpr()))
      touch();
    return true;
  }
  bool VisitBinaryOperator(const BinaryOperator *E) override {
    if (E->isAssignmentOp() && isOnGpu(E->getLHS()))
      touch();
    return true;
  }

private:
  void add(HostAct Act, const CallExpr *Call) {
    Events.push_back({Act, Call, Branch, InnerLoop});
  }
  void touch() {
    if (SharesMemory)
      add(HostAct::Read, nullptr);
  }
  void within(const Stmt *Part) {
    const Stmt *Before = Branch;
    if (!Branch)
      Branch = Part;
    TraverseStmt(Part);
    Branch = Before;
  }
  static bool isOfUser(const FunctionDecl &F) {
    const SourceManager &SM = F.getASTContext().getSourceManager();
    return !SM.isInSystemHeader(SM.getExpansionLoc(F.getLocation()));
  }
  /// False where the function is none of the user's, or its body is not there.
  bool walkThrough(const FunctionDecl *F) {
    const FunctionDecl *Definition = nullptr;
    constexpr size_t Deepest = 4;
    if (!F || !F->hasBody(Definition) || !isOfUser(*Definition))
      return false;
    if (Through.size() == Deepest || llvm::is_contained(Through, Definition)) {
      add(HostAct::Other, nullptr);
      return true;
    }
    Through.push_back(Definition);
    TraverseStmt(Definition->getBody());
    Through.pop_back();
    return true;
  }

  const bool SharesMemory;
  const Stmt *Branch = nullptr;
  const Stmt *InnerLoop = nullptr;
  llvm::SmallVector<const FunctionDecl *, 4> Through;
};
} // namespace

std::vector<HostEvent> gpuperf::hostEventsOf(const Stmt &Loop,
                                             bool SharesMemory) {
  Iteration One(SharesMemory);
  if (const auto *For = dyn_cast<ForStmt>(&Loop)) {
    One.TraverseStmt(For->getCond());
    One.TraverseStmt(For->getBody());
    One.TraverseStmt(For->getInc());
  } else if (const auto *While = dyn_cast<WhileStmt>(&Loop)) {
    One.TraverseStmt(While->getCond());
    One.TraverseStmt(While->getBody());
  } else if (const auto *Do = dyn_cast<DoStmt>(&Loop)) {
    One.TraverseStmt(Do->getBody());
    One.TraverseStmt(Do->getCond());
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop)) {
    One.TraverseStmt(Range->getBody());
  } else {
    One.TraverseStmt(&Loop);
  }
  return std::move(One.Events);
}

bool gpuperf::sharesMemory(const FunctionDecl &F) {
  const SourceManager &SM = F.getASTContext().getSourceManager();
  const FileID File = SM.getFileID(SM.getExpansionLoc(F.getLocation()));
  const StringRef Text = SM.getBufferData(File);
  return llvm::any_of(
      std::initializer_list<StringRef>{
          "MallocManaged", "__managed__", "HostGetDevicePointer", "HostAlloc",
          "MallocHost", "HostMalloc", "HostRegister"},
      [&](StringRef Word) { return Text.contains(Word); });
}
