//===- LaunchSite.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/LaunchSite.h"
#include "plugin/ast/KernelErrors.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/ast/ModuleKernels.h"
#include "plugin/host/ByValFields.h"
#include "plugin/host/eval/Evaluator.h"
#include "plugin/launch/AssumeComments.h"
#include "plugin/launch/HostMemory.h"
#include "plugin/launch/LaunchScan.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace gpuperf;
using namespace clang;
using Kind = HostObject::Kind;

/// What of \p O is constant: all of it, or of a record those fields; the others
/// are then unknowns of \p Name. None: nothing is.
static HostObject constantPart(const HostObject &O, const std::string &Name) {
  if (O.K != Kind::Record)
    return isConstantObject(O) ? O : HostObject();
  HostObject Out = HostObject::record(Name);
  for (const HostField &F : O.Fields) {
    HostObject Part =
        constantPart(F.Value, Name + "." + F.Field->getName().str());
    if (Part.K != Kind::None)
      Out.setField(F.Field, std::move(Part));
  }
  return Out.Fields.empty() ? HostObject() : Out;
}

/// Adds the numbers of \p O, which \p Name stands for, by the names of the
/// fields that they are in.
static void addNumbers(const HostObject &O, const std::string &Name,
                       HostBindings &To) {
  if (O.K == Kind::Record)
    for (const HostField &F : O.Fields)
      addNumbers(F.Value, Name + "." + F.Field->getName().str(), To);
  else if (const auto V = constantValue(O.Expr); V && !V->IsFloating)
    To[Name] = *V;
}

namespace {
class SiteReader {
public:
  SiteReader(ASTContext &Ctx, const HostSymbols *Symbols)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Scan(scanLaunches(Ctx)),
        Evaluator(Ctx, hooks(Symbols)) {}

  std::vector<LaunchSite> run() {
    if (Scan.Launches.empty())
      return {};
    for (const VarDecl *V : Scan.GlobalInitializers)
      Evaluator.walkInitializer(V);
    walkFunctions();
    for (const auto &[E, Place] : Scan.Launches)
      if (!Sites.count(E))
        Evaluator.readAlone(E);
    chooseForwarded();
    return sorted();
  }

private:
  ASTContext &Ctx;
  const SourceManager &SM;
  LaunchScan Scan;
  host::Evaluator Evaluator;
  llvm::MapVector<const CallExpr *, LaunchSite> Sites;
  /// What the calls seen so far pass to a function, by parameter (None where
  /// they differ), and how many calls there were.
  struct Passed {
    std::vector<HostObject> Values;
    unsigned Calls = 0;
  };
  llvm::DenseMap<const FunctionDecl *, Passed> PassedTo;
  /// Of a call that stands for the launch in the function that it calls: that
  /// launch.
  llvm::DenseMap<const CallExpr *, const CallExpr *> Forwards;
  llvm::DenseMap<const FunctionDecl *, HostEnv> Captured;
  llvm::DenseMap<const FunctionDecl *, HostPointers> InHostMemory;
  llvm::DenseMap<const FunctionDecl *, bool> BrokenKernels;

  host::EvaluatorHooks hooks(const HostSymbols *Symbols) {
    host::EvaluatorHooks H;
    H.Symbols = Symbols;
    H.OnLaunch = [this](const CallExpr *E, LaunchValues V) {
      addSite(E, std::move(V));
    };
    H.ForwardsLaunch = [this](const FunctionDecl *F) {
      return Scan.Forwarding.contains(F);
    };
    H.OnCall = [this](const FunctionDecl *F, std::vector<HostObject> Args) {
      addCall(F, std::move(Args));
    };
    H.NeverChanged = [this](const VarDecl *V) {
      return !V->isExternallyVisible() &&
             !(V->isStaticLocal() && givesAccess(*V)) &&
             SM.isInMainFile(SM.getExpansionLoc(V->getLocation())) &&
             !Scan.ChangedGlobals.contains(V->getCanonicalDecl());
    };
    H.OnLambda = [this](const CXXMethodDecl *Op, HostEnv Env) {
      Captured.try_emplace(Op, std::move(Env));
    };
    return H;
  }

  /// Whether the function around the static variable \p V returns a reference
  /// or a pointer, by which others may change it, or is a template.
  static bool givesAccess(const VarDecl &V) {
    const auto *F = dyn_cast<FunctionDecl>(V.getDeclContext());
    return !F || F->isTemplated() || F->isTemplateInstantiation() ||
           F->getReturnType()->isReferenceType() ||
           F->getReturnType()->isPointerType();
  }

  void addCall(const FunctionDecl *F, std::vector<HostObject> Args) {
    Passed &P = PassedTo[F->getCanonicalDecl()];
    if (P.Calls++ == 0) {
      P.Values = std::move(Args);
      return;
    }
    for (unsigned I = 0; I < P.Values.size(); ++I)
      if (I >= Args.size() || !sameObject(P.Values[I], Args[I]))
        P.Values[I] = HostObject();
  }

  /// Callers before callees, so that what they pass is known; the rest, which
  /// call each other in a circle, in source order.
  void walkFunctions() {
    llvm::DenseMap<const FunctionDecl *, unsigned> Waiting;
    auto Matters = [&](const FunctionDecl *F) {
      return F && Scan.Functions.contains(F) && Scan.Launching.contains(F);
    };
    for (const auto &[Caller, Callees] : Scan.Callees)
      if (Matters(Caller))
        for (const FunctionDecl *C : Callees)
          if (C != Caller && Matters(C))
            ++Waiting[C];
    std::vector<const FunctionDecl *> Ready;
    for (const FunctionDecl *F : llvm::reverse(Scan.Functions))
      if (Matters(F) && !Waiting.lookup(F))
        Ready.push_back(F);
    llvm::DenseSet<const FunctionDecl *> Done;
    auto Walk = [&](const FunctionDecl *F) {
      Done.insert(F);
      Evaluator.walkFunction(F, seeds(F));
    };
    while (!Ready.empty()) {
      const FunctionDecl *F = Ready.back();
      Ready.pop_back();
      if (Done.contains(F))
        continue;
      Walk(F);
      if (auto It = Scan.Callees.find(F); It != Scan.Callees.end())
        for (const FunctionDecl *C : It->second)
          if (C != F && Matters(C) && --Waiting[C] == 0)
            Ready.push_back(C);
    }
    for (const FunctionDecl *F : Scan.Functions)
      if (Matters(F) && !Done.contains(F))
        Walk(F);
  }

  HostEnv seeds(const FunctionDecl *F) {
    HostEnv Env;
    if (auto It = Captured.find(F); It != Captured.end())
      Env = It->second;
    auto It = PassedTo.find(F->getCanonicalDecl());
    if (It == PassedTo.end() || !allCallersSeen(Ctx, Scan, F) ||
        Scan.UsesOf.lookup(F->getCanonicalDecl()).Called != It->second.Calls)
      return Env;
    for (unsigned I = 0; I < F->getNumParams(); ++I) {
      if (I >= It->second.Values.size())
        break;
      const ParmVarDecl *P = F->getParamDecl(I);
      HostObject V = It->second.Values[I];
      // A launch's parameters may be in one record with what nobody knows.
      if (V.K == Kind::Record && !isConstantObject(V))
        V = constantPart(V, P->getName().str());
      if (V.K == Kind::None || (V.K != Kind::Record && !isConstantObject(V) &&
                                !(V.Expr && hasOnlySymbols(V.Expr))))
        continue;
      if (auto H = hostTypeOf(Ctx, P->getType()); H && V.Expr)
        V = HostObject::scalar(hostCast(V.Expr, *H));
      if (P->getType()->isLValueReferenceType() &&
          !P->getType()->getPointeeType().isConstQualified())
        continue;
      Env.set(P, std::move(V));
    }
    return Env;
  }

  /// x, y, z of a dim3 or a number.
  std::array<HostExpr, 3> dims(const HostObject &O) {
    std::array<HostExpr, 3> D;
    if (O.K == Kind::Scalar)
      return {O.Expr, hostInteger(1), hostInteger(1)};
    if (O.K == Kind::List && O.Elements.size() == D.size())
      return {O.Elements[0].Expr, O.Elements[1].Expr, O.Elements[2].Expr};
    if (O.K != Kind::Record)
      return D;
    llvm::StringRef Names[] = {"x", "y", "z"};
    for (unsigned I = 0; I < 3; ++I) {
      bool Found = false;
      for (const HostField &F : O.Fields)
        if (F.Field->getName() == Names[I]) {
          D[I] = F.Value.Expr;
          Found = true;
        }
      if (!Found && !O.Name.empty())
        D[I] = hostUnknown(O.Name + "." + Names[I].str(),
                           HostType{false, false, 32});
    }
    return D;
  }

  /// The kernel of a handle that other code of the file has asked a module for.
  void seekHandle(const CallExpr &Launch, LaunchValues &V) {
    const LaunchApi Api = launchApiOf(&Launch);
    if (V.Kernel || !V.Symbol.empty() || Api == LaunchApi::None)
      return;
    const Expr *Handle = Launch.getArg(kernelArgumentOf(Api));
    if (!isKernelHandle(Handle->getType()))
      return;
    const auto It = Scan.Handles.find(namedValue(Handle));
    if (It == Scan.Handles.end() || !It->second)
      return;
    V.Symbol = *It->second;
    V.Kernel = kernelNamed(Ctx, V.Symbol);
  }

  void addSite(const CallExpr *E, LaunchValues V) {
    seekHandle(V.Forwards ? *V.Forwards : *E, V);
    auto Scanned = Scan.Launches.find(E);
    if (V.Forwards) {
      Scanned = Scan.Forwarded.find(E);
      if ((!V.Kernel && V.Symbol.empty()) || Scanned == Scan.Forwarded.end())
        return;
    } else if (Scanned == Scan.Launches.end()) {
      return;
    }
    if (Sites.count(E))
      return;
    if (V.Forwards)
      Forwards[E] = V.Forwards;
    LaunchSite S;
    S.InTemplate = Scanned->second.InTemplate;
    S.IsDead = Scanned->second.IsDead;
    S.Function = Scanned->second.Function;
    S.InDeviceCode = Scan.DeviceLaunches.contains(E);
    if (const CallExpr *Written = V.Forwards ? V.Forwards : E;
        V.Forwards || !isa<CUDAKernelCallExpr>(Written)) {
      const FunctionDecl *Callee = Written->getDirectCallee();
      const llvm::StringRef Name =
          Callee && Callee->getIdentifier() ? Callee->getName() : "";
      S.How = Name.contains("KernelEx") ? LaunchSite::Form::LaunchKernelEx
                                        : LaunchSite::Form::LaunchKernel;
    }
    S.Kernel = V.Kernel;
    if (V.Kernel)
      S.KernelName = writtenName(*V.Kernel);
    else
      S.KernelName = V.Symbol;
    S.Where = SM.getExpansionLoc(E->getBeginLoc());
    S.InMacro = E->getBeginLoc().isMacroID() || E->getEndLoc().isMacroID();
    S.Call = E;
    if (S.Function && isa<CUDAKernelCallExpr>(E)) {
      auto [It, New] = InHostMemory.try_emplace(S.Function);
      if (New)
        It->second = hostPointersOf(*S.Function);
      S.InHostMemory = passedOf(It->second, *E);
    }
    S.GridExpr = V.GridExpr;
    S.BlockExpr = V.BlockExpr;
    S.SharedExpr = V.SharedExpr;
    if (V.GridExpr && !isa<CXXDefaultArgExpr>(V.GridExpr))
      S.GridRange = V.GridExpr->IgnoreUnlessSpelledInSource()->getSourceRange();
    if (V.BlockExpr && !isa<CXXDefaultArgExpr>(V.BlockExpr))
      S.BlockRange =
          V.BlockExpr->IgnoreUnlessSpelledInSource()->getSourceRange();
    S.Grid = dims(V.Grid);
    S.Block = dims(V.Block);
    S.DynamicSharedBytes = V.Shared.Expr;
    S.Cluster = dims(V.Cluster);
    addCallers(S);
    addArguments(S, V);
    addComments(S, E);
    S.ContainsErrors = E->containsErrors() || containsErrors(Ctx, E);
    S.KernelContainsErrors = isBroken(V.Kernel);
    Sites.insert({E, std::move(S)});
  }

  /// A launch in a function that is given the kernel is reported where the
  /// kernel is known: in the function, or at the calls of it.
  void chooseForwarded() {
    llvm::DenseSet<const CallExpr *> Replaced;
    for (const auto &[By, Inner] : Forwards) {
      const auto It = Sites.find(Inner);
      if (It != Sites.end() && !It->second.KernelName.empty())
        Sites.erase(By);
      else
        Replaced.insert(Inner);
    }
    for (const CallExpr *E : Replaced)
      Sites.erase(E);
  }

  void addCallers(LaunchSite &S) {
    if (!S.Function)
      return;
    const auto It = PassedTo.find(S.Function->getCanonicalDecl());
    if (It == PassedTo.end())
      return;
    const size_t Count =
        std::min<size_t>(S.Function->getNumParams(), It->second.Values.size());
    for (unsigned I = 0; I < Count; ++I)
      addNumbers(It->second.Values[I],
                 S.Function->getParamDecl(I)->getName().str(), S.CallersHere);
  }

  /// Of a kernel that stands in another file: what the launch hands over.
  static void addArgumentsByPlace(LaunchSite &S, const LaunchValues &V) {
    for (const HostObject &O : V.Args) {
      LaunchArg &A = S.Args.emplace_back();
      if (O.K != HostObject::Kind::Scalar || !O.Expr)
        continue;
      A.K = O.Expr->Type.IsFloating ? LaunchArg::Kind::Floating
                                    : LaunchArg::Kind::Integer;
      A.Value = O.Expr;
    }
  }

  void addArguments(LaunchSite &S, const LaunchValues &V) {
    if (!V.Kernel) {
      if (!V.Symbol.empty())
        addArgumentsByPlace(S, V);
      return;
    }
    const FunctionDecl *Named = V.Kernel->getDefinition();
    if (!Named)
      Named = V.Kernel;
    for (unsigned I = 0; I < Named->getNumParams(); ++I) {
      const ParmVarDecl *P = Named->getParamDecl(I);
      LaunchArg A;
      A.ParamName = P->getName().str();
      auto H = hostTypeOf(Ctx, P->getType());
      HostObject O = I < V.Args.size() ? V.Args[I] : HostObject();
      if (H) {
        A.K = H->IsFloating ? LaunchArg::Kind::Floating
                            : LaunchArg::Kind::Integer;
        A.Value = hostCast(O.Expr, *H);
      } else if (P->getType()->isRecordType()) {
        A.K = LaunchArg::Kind::Record;
        A.Fields = byValFields(Ctx, P->getType(), O);
      }
      S.Args.push_back(std::move(A));
    }
  }

  void addComments(LaunchSite &S, const CallExpr *E) {
    if (S.Kernel)
      S.AssumeComments = assumeCommentsOfKernel(SM, *S.Kernel);
    // The launch's own comments come last: the last value of a name wins.
    llvm::append_range(S.AssumeComments,
                       assumeCommentsOfLaunch(SM, E->getSourceRange()));
  }

  bool isBroken(const FunctionDecl *Kernel) {
    if (!Kernel)
      return false;
    auto [It, New] = BrokenKernels.try_emplace(Kernel, false);
    if (New)
      It->second = containsErrors(Ctx, *Kernel);
    return It->second;
  }

  /// The sites in source order. Of those that differ in nothing that is
  /// reported (instantiations of one template), only the first is kept.
  std::vector<LaunchSite> sorted() {
    std::vector<LaunchSite> All;
    for (const auto &Entry : Scan.Launches)
      if (auto It = Sites.find(Entry.first); It != Sites.end())
        All.push_back(std::move(It->second));
    for (const auto &Entry : Scan.Forwarded)
      if (auto It = Sites.find(Entry.first); It != Sites.end())
        All.push_back(std::move(It->second));
    llvm::stable_sort(All, [&](const LaunchSite &A, const LaunchSite &B) {
      return SM.isBeforeInTranslationUnit(A.Where, B.Where);
    });
    std::set<std::string> Seen;
    llvm::erase_if(All, [&](const LaunchSite &S) {
      std::string Key;
      llvm::raw_string_ostream OS(Key);
      OS << S.Where.getRawEncoding() << '|' << S.KernelName << '|'
         << static_cast<const void *>(S.Kernel);
      for (const HostExpr &X :
           {S.Grid[0], S.Grid[1], S.Grid[2], S.Block[0], S.Block[1], S.Block[2],
            S.DynamicSharedBytes, S.Cluster[0], S.Cluster[1], S.Cluster[2]})
        OS << '|' << print(X);
      for (const LaunchArg &A : S.Args) {
        OS << '|' << print(A.Value);
        for (const auto &[At, X] : A.Fields)
          OS << '@' << At << print(X);
      }
      return !Seen.insert(std::move(Key)).second;
    });
    return All;
  }
};
} // namespace

std::vector<LaunchSite> gpuperf::readLaunchSites(ASTContext &Ctx,
                                                 const HostSymbols *Symbols) {
  return SiteReader(Ctx, Symbols).run();
}
