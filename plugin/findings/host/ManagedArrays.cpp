//===- ManagedArrays.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/ManagedArrays.h"
#include "plugin/findings/host/HostCalls.h"
#include "plugin/findings/host/PointerUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace gpuperf;

/// The pointer through which the place \p E is reached: of `p[i]`, `*p`,
/// `p->x` and `p[i].x`; null where it is reached through none.
static const ValueDecl *writtenThrough(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return Element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()
               ? writtenThrough(Element->getBase())
               : pointerOf(Element->getBase());
  if (const auto *Deref = dyn_cast<UnaryOperator>(E);
      Deref && Deref->getOpcode() == UO_Deref)
    return pointerOf(Deref->getSubExpr());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? pointerOf(Member->getBase())
                             : writtenThrough(Member->getBase());
  return nullptr;
}

namespace {
/// Keeps the loops around the present statement.
class LoopTracker : public ConstDynamicRecursiveASTVisitor {
public:
  bool TraverseStmt(const Stmt *S) override {
    const bool Repeats = isLoop(S);
    if (Repeats)
      Loops.push_back(S);
    const bool Go = ConstDynamicRecursiveASTVisitor::TraverseStmt(S);
    if (Repeats)
      Loops.pop_back();
    return Go;
  }
  bool VisitUnaryOperator(const UnaryOperator *Op) override {
    if (Op->isIncrementDecrementOp())
      changed(*Op->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(const BinaryOperator *Op) override {
    if (Op->isAssignmentOp())
      changed(*Op->getLHS());
    return true;
  }

protected:
  /// \p Place is assigned to.
  virtual void changed(const Expr &Place) = 0;
  llvm::SmallVector<const Stmt *, 4> Loops;
};

/// The parameters through which a function writes in a loop, and whether it
/// launches. What is written once is one page.
struct BodyLook : LoopTracker {
  llvm::SmallPtrSet<const ValueDecl *, 8> Written;
  bool Launches = false;

  void changed(const Expr &Place) override {
    if (const ValueDecl *D = writtenThrough(&Place); D && !Loops.empty())
      Written.insert(D);
  }
  bool VisitCallExpr(const CallExpr *Call) override {
    Launches |= isa<CUDAKernelCallExpr>(Call) ||
                !runtimeName(calledName(*Call)).empty();
    return true;
  }
};

/// Walks through a function in the order of its text.
class HostWalk : public LoopTracker {
public:
  std::vector<ManagedLaunch> Found;

  void changed(const Expr &Place) override {
    if (!Loops.empty())
      write(writtenThrough(&Place));
    // It is another array now.
    if (Place.getType()->isPointerType())
      Managed.erase(pointerOf(&Place));
  }
  bool VisitCallExpr(const CallExpr *Call) override {
    if (isa<CUDAKernelCallExpr>(Call)) {
      launch(*Call);
      return true;
    }
    const StringRef Name = calledName(*Call);
    if (const StringRef OfRuntime = runtimeName(Name); !OfRuntime.empty())
      runtime(OfRuntime, *Call);
    else
      hostCall(Name, *Call);
    return true;
  }

private:
  void write(const ValueDecl *D) {
    if (auto It = Managed.find(D); D && It != Managed.end())
      It->second = {true, Loops};
  }
  void moveToGpu(const Expr *Arg) {
    const ValueDecl *D = pointerOf(Arg);
    if (auto It = Managed.find(D); D && It != Managed.end())
      It->second = {};
  }

  void runtime(StringRef Name, const CallExpr &Call) {
    if (Call.getNumArgs() == 0)
      return;
    if (Name == "MallocManaged") {
      const auto *Address =
          dyn_cast<UnaryOperator>(Call.getArg(0)->IgnoreParenCasts());
      if (Address && Address->getOpcode() == UO_AddrOf)
        if (const ValueDecl *D = pointerOf(Address->getSubExpr()))
          Managed[D] = {};
      return;
    }
    // What the GPU fills lies on it.
    if (Name.starts_with("Memcpy") || Name.starts_with("Memset"))
      moveToGpu(Call.getArg(0));
  }

  void hostCall(StringRef Name, const CallExpr &Call) {
    // Functions of the library that write through their first argument.
    if (llvm::StringSwitch<bool>(Name)
            .Cases({"memset", "memcpy", "memmove", "fread", "fill", "fill_n",
                    "iota", "generate", "generate_n"},
                   true)
            .Default(false)) {
      if (Call.getNumArgs() > 0)
        write(pointerOf(Call.getArg(0)));
      return;
    }
    const FunctionDecl *F = Call.getDirectCallee();
    if (!F || !F->hasBody(F))
      return;
    BodyLook Look;
    Look.TraverseStmt(F->getBody());
    for (unsigned I = 0; I < std::min(F->getNumParams(), Call.getNumArgs());
         ++I) {
      const unsigned Arg =
          isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(F) ? I + 1 : I;
      if (Arg >= Call.getNumArgs())
        break;
      if (Look.Launches)
        moveToGpu(Call.getArg(Arg));
      else if (Look.Written.contains(F->getParamDecl(I)))
        write(pointerOf(Call.getArg(Arg)));
    }
  }

  void launch(const CallExpr &Call) {
    ManagedLaunch L;
    L.Launch = &Call;
    bool WithinLoop = true;
    for (unsigned I = 0; I < Call.getNumArgs(); ++I) {
      const ValueDecl *D = pointerOf(Call.getArg(I));
      auto It = D ? Managed.find(D) : Managed.end();
      if (It == Managed.end())
        continue;
      const HostWrite Last = std::exchange(It->second, {});
      if (!Last.IsWritten)
        continue;
      const bool Together = llvm::any_of(Loops, [&](const Stmt *Loop) {
        return llvm::is_contained(Last.Loops, Loop);
      });
      // Of an array of pointers each launch of another loop has its own.
      if (!Together && !Loops.empty() &&
          isa<ArraySubscriptExpr>(Call.getArg(I)->IgnoreParenCasts()))
        continue;
      L.Arrays.push_back({I, D->getNameAsString()});
      WithinLoop &= Together;
    }
    L.IsRepeated = !Loops.empty() && !WithinLoop;
    if (!L.Arrays.empty())
      Found.push_back(std::move(L));
  }

  /// Whether the host has written an array since the GPU had it, and in which
  /// loops.
  struct HostWrite {
    bool IsWritten = false;
    llvm::SmallVector<const Stmt *, 4> Loops;
  };
  llvm::MapVector<const ValueDecl *, HostWrite> Managed;
};
} // namespace

/// Whether the file that \p F stands in says where memory is to lie.
static bool placesMemory(const FunctionDecl &F) {
  const SourceManager &SM = F.getASTContext().getSourceManager();
  const StringRef Text =
      SM.getBufferData(SM.getFileID(SM.getExpansionLoc(F.getLocation())));
  return !Text.contains("MallocManaged") || Text.contains("MemPrefetch") ||
         Text.contains("MemAdvise") || Text.contains("StreamAttachMem");
}

std::vector<ManagedLaunch> gpuperf::launchesOnHostPages(const FunctionDecl &F) {
  const Stmt *Body = F.getBody();
  if (!Body || placesMemory(F))
    return {};
  HostWalk Walk;
  Walk.TraverseStmt(Body);
  return std::move(Walk.Found);
}
