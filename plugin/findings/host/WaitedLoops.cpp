//===- WaitedLoops.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/WaitedLoops.h"
#include "plugin/findings/host/HostCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace gpuperf;

static bool isWait(const CallExpr *Call) {
  return llvm::StringSwitch<bool>(runtimeName(calledName(*Call)))
      .Cases({"DeviceSynchronize", "ThreadSynchronize", "StreamSynchronize"},
             true)
      .Default(false);
}

/// Whether the host may call it before the GPU has done what it was asked for.
static bool isHarmless(const CallExpr *Call) {
  const StringRef Name = calledName(*Call);
  if (!runtimeName(Name).empty())
    return llvm::StringSwitch<bool>(runtimeName(Name))
        .Cases({"GetLastError", "PeekAtLastError", "GetErrorString",
                "GetErrorName", "MemsetAsync"},
               true)
        .Default(false);
  return llvm::StringSwitch<bool>(Name)
      .Cases({"printf", "fprintf", "puts", "exit", "abort", "fflush", "swap",
              "min", "max", "assert", "__assert_fail"},
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
/// Looks at one iteration of a loop.
class Iteration : public RecursiveASTVisitor<Iteration> {
public:
  explicit Iteration(WaitedLoop &Out) : Out(Out) {}
  bool NeedsWait = false;

  bool TraverseStmt(Stmt *S) {
    if (!S || NeedsWait)
      return true;
    if (isa<LambdaExpr>(S))
      return !(NeedsWait = true);
    const bool Inner = isLoop(S), Choice = isa<IfStmt, SwitchStmt>(S);
    if (Inner)
      ++Loops;
    bool Go = true;
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      // The condition of an if is come to in every iteration.
      Go = TraverseStmt(const_cast<Stmt *>(If->getInit())) &&
           TraverseStmt(const_cast<Expr *>(If->getCond()));
      ++Choices;
      Go = Go && TraverseStmt(const_cast<Stmt *>(If->getThen())) &&
           TraverseStmt(const_cast<Stmt *>(If->getElse()));
      --Choices;
    } else {
      Choices += Choice;
      Go = RecursiveASTVisitor::TraverseStmt(S);
      Choices -= Choice;
    }
    if (Inner)
      --Loops;
    return Go;
  }

  bool VisitCallExpr(CallExpr *Call) {
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call)) {
      // Another stream would need to be waited for.
      const CallExpr *Config = Launch->getConfig();
      const bool NamesStream = Config && Config->getNumArgs() > 3 &&
                               !isa<CXXDefaultArgExpr>(Config->getArg(3));
      NeedsWait |= NamesStream || Loops > 0 || Choices > 0;
      Out.Calls.push_back(Call);
      return true;
    }
    if (isWait(Call)) {
      if (Loops == 0 && Choices == 0)
        Out.Waits.push_back(Call);
      return true;
    }
    // Of a launch; and operators of dim3, streams and pointers.
    if (calledName(*Call).contains("PushCallConfiguration") ||
        runtimeName(calledName(*Call)) == "ConfigureCall" ||
        isa<CXXOperatorCallExpr>(Call))
      return true;
    NeedsWait |= !isHarmless(Call) && !takesError(Call);
    return true;
  }
  // An object that is made may do anything.
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    const CXXRecordDecl *Of = E->getConstructor()->getParent();
    NeedsWait |= !E->getConstructor()->isTrivial() &&
                 (!Of->getIdentifier() || Of->getName() != "dim3");
    return true;
  }

private:
  WaitedLoop &Out;
  unsigned Loops = 0, Choices = 0;
};

class Finder : public RecursiveASTVisitor<Finder> {
public:
  std::vector<WaitedLoop> Found;

  bool VisitStmt(Stmt *S) {
    if (!isLoop(S))
      return true;
    WaitedLoop L;
    L.Loop = S;
    Iteration One(L);
    Stmt *Body = nullptr;
    if (auto *For = dyn_cast<ForStmt>(S))
      Body = For->getBody();
    else if (auto *While = dyn_cast<WhileStmt>(S))
      Body = While->getBody();
    else if (auto *Do = dyn_cast<DoStmt>(S))
      Body = Do->getBody();
    One.TraverseStmt(Body);
    if (!One.NeedsWait && !L.Waits.empty() && !L.Calls.empty())
      Found.push_back(std::move(L));
    return true;
  }
};
} // namespace

/// Whether the text of the file that \p F stands in speaks of memory that the
/// host reads where the GPU has written.
static bool sharesMemory(const FunctionDecl &F) {
  const SourceManager &SM = F.getASTContext().getSourceManager();
  const FileID File = SM.getFileID(SM.getExpansionLoc(F.getLocation()));
  const StringRef Text = SM.getBufferData(File);
  return llvm::any_of(
      std::initializer_list<StringRef>{
          "MallocManaged", "__managed__", "HostGetDevicePointer", "HostAlloc",
          "MallocHost", "HostMalloc", "HostRegister"},
      [&](StringRef Word) { return Text.contains(Word); });
}

std::vector<WaitedLoop> gpuperf::waitedLoops(const FunctionDecl &F) {
  const Stmt *Body = F.getBody();
  if (!Body)
    return {};
  Finder Loops;
  Loops.TraverseStmt(const_cast<Stmt *>(Body));
  // Few functions have such a loop, and the text is long.
  if (!Loops.Found.empty() && sharesMemory(F))
    return {};
  return std::move(Loops.Found);
}
