//===- LaunchScan.cpp - Launches and the functions around them ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/LaunchScan.h"
#include "plugin/ast/ModuleKernels.h"
#include "plugin/host/LaunchValues.h"
#include "plugin/host/Mutations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace gpuperf;
using namespace clang;

namespace {
/// Whether something may jump into \p S from outside.
bool holdsLabel(const Stmt &S) {
  return isa<LabelStmt, SwitchCase>(&S) ||
         llvm::any_of(S.children(), [](const Stmt *Part) {
           return Part && holdsLabel(*Part);
         });
}

class Scanner : public RecursiveASTVisitor<Scanner> {
  using Base = RecursiveASTVisitor<Scanner>;

public:
  Scanner(ASTContext &Ctx, LaunchScan &Out) : Ctx(Ctx), Out(Out) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return false; }
  bool shouldWalkTypesOfTypeLocs() const { return false; }
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }
  bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc) { return true; }
  bool TraverseAttr(Attr *) { return true; }

  bool TraverseDecl(Decl *D) {
    if (!D)
      return true;
    // A user cannot change system headers: launches in them are no concern.
    const DeclContext *DC = D->getLexicalDeclContext();
    if (DC && DC->isFileContext() && inSystemHeader(D->getLocation()))
      return true;
    if (auto *F = dyn_cast<FunctionDecl>(D))
      return traverseFunction(F);
    if (auto *V = dyn_cast<VarDecl>(D);
        V && !V->isLocalVarDeclOrParm() &&
        !V->getDeclContext()->isDependentContext()) {
      if (V->hasInit() && !isa<ParmVarDecl>(V) && mayCall(V->getInit()))
        Out.GlobalInitializers.push_back(V);
    }
    return Base::TraverseDecl(D);
  }

  bool TraverseLambdaExpr(LambdaExpr *E) {
    for (unsigned I = 0; I < E->capture_size(); ++I)
      TraverseStmt(E->capture_init_begin()[I]);
    auto Add = [&](FunctionDecl *Op) {
      Out.Callees[Current].insert(Op);
      if (!Called.contains(E))
        Out.LambdaEscapes.insert(Op);
      traverseFunction(Op);
    };
    if (!E->isGenericLambda()) {
      Add(E->getCallOperator());
    } else if (auto *T =
                   E->getLambdaClass()->getDependentLambdaCallOperator()) {
      for (FunctionDecl *S : T->specializations())
        Add(S);
    }
    return true;
  }

  /// `if (MODE == 2)` where MODE is a macro, or a variable that is never
  /// changed: one side is never executed.
  bool TraverseIfStmt(IfStmt *If) {
    std::optional<bool> Always;
    if (const Expr *C = If->getCond(); C && !If->isConsteval())
      Always = truthOf(*C);
    for (Stmt *Part : {If->getInit(),
                       static_cast<Stmt *>(If->getConditionVariableDeclStmt()),
                       static_cast<Stmt *>(If->getCond())})
      TraverseStmt(Part);
    const auto TraverseSide = [&](Stmt *Side, bool IsThen) {
      const bool IsDead =
          Always && *Always != IsThen && !(Side && holdsLabel(*Side));
      Dead += IsDead;
      TraverseStmt(Side);
      Dead -= IsDead;
    };
    TraverseSide(If->getThen(), true);
    TraverseSide(If->getElse(), false);
    return true;
  }

  /// `switch (Threads)` where Threads is a constant: only what is come to from
  /// its own label is executed.
  bool TraverseSwitchStmt(SwitchStmt *Switch) {
    const auto *Body = dyn_cast_or_null<CompoundStmt>(Switch->getBody());
    const std::optional<llvm::APSInt> Value = constantOf(*Switch->getCond());
    if (!Body || !Value)
      return RecursiveASTVisitor::TraverseSwitchStmt(Switch);
    const SwitchCase *Taken = labelOf(*Switch, *Value);
    bool Reached = false;
    for (Stmt *Part : Body->body()) {
      const Stmt *Inner = Part;
      for (; const auto *Label = dyn_cast<SwitchCase>(Inner);
           Inner = Label->getSubStmt())
        Reached |= Label == Taken;
      Dead += !Reached;
      TraverseStmt(Part);
      Dead -= !Reached;
      if (const auto *Block = dyn_cast<CompoundStmt>(Inner);
          Block && !Block->body_empty())
        Inner = Block->body_back();
      Reached &= !isa<BreakStmt, ReturnStmt>(Inner);
    }
    return true;
  }

  bool VisitVarDecl(VarDecl *V) {
    // `auto f = [..] {..};`: whether the lambda is used for more than calls is
    // decided when all uses of f have been counted.
    if (V->getInit())
      if (const auto *L = lambdaOf(V->getInit())) {
        Called.insert(L);
        LambdaVars[V] = L;
      }
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (const auto *F = dyn_cast<FunctionDecl>(E->getDecl())) {
      ++Out.UsesOf[F->getCanonicalDecl()].Named;
      Out.NamedIn[F->getCanonicalDecl()].insert(Current);
    }
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl()))
      if (auto It = LambdaVars.find(V); It != LambdaVars.end())
        ++LambdaUses[It->second];
    return true;
  }

  bool VisitMemberExpr(MemberExpr *E) {
    if (const auto *F = dyn_cast<FunctionDecl>(E->getMemberDecl()))
      ++Out.UsesOf[F->getCanonicalDecl()].Named;
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    auto &U = Out.UsesOf[E->getConstructor()->getCanonicalDecl()];
    ++U.Named; // constructors are never seeded from their callers
    return true;
  }

  bool VisitCallExpr(CallExpr *E) {
    if (const LaunchApi Api = launchApiOf(E); Api != LaunchApi::None) {
      addLaunch(E);
      noteForwarding(E->getArg(kernelArgumentOf(Api)));
      Out.Launching.insert(Current);
    }
    if (const auto Request = handleRequestOf(E))
      noteHandle(*E, *Request);
    const FunctionDecl *F = E->getDirectCallee();
    if (!F)
      return true;
    ++Out.UsesOf[F->getCanonicalDecl()].Called;
    const FunctionDecl *Definition = F;
    F->hasBody(Definition);
    if (Definition)
      Out.Callees[Current].insert(Definition);
    if (Definition && takesFunction(*Definition))
      CallsWithFunction.push_back(
          {E, Definition, {InInstantiation, Current, Dead > 0}});
    if (isa<CXXOperatorCallExpr>(E) && E->getNumArgs()) {
      const Expr *Object = E->getArg(0)->IgnoreParenImpCasts();
      if (const auto *L = lambdaOf(Object))
        Called.insert(L);
      if (const auto *D = dyn_cast<DeclRefExpr>(Object))
        if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
          if (auto It = LambdaVars.find(V); It != LambdaVars.end())
            --LambdaUses[It->second];
    }
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->getOpcode() == BO_Assign && isKernelHandle(E->getType()) &&
        !E->getRHS()->isNullPointerConstant(Ctx,
                                            Expr::NPC_ValueDependentIsNotNull))
      if (const ValueDecl *D = namedValue(E->getLHS()))
        Out.Handles[D] = std::nullopt;
    return true;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *E) {
    addLaunch(E);
    noteForwarding(E->getCallee());
    Out.Launching.insert(Current);
    return true;
  }

  void finish() {
    findForwarded();
    // From the functions that launch to all that call them, directly or not.
    llvm::DenseMap<const FunctionDecl *, std::vector<const FunctionDecl *>>
        Callers;
    for (const auto &[Caller, Callees] : Out.Callees)
      for (const FunctionDecl *C : Callees)
        Callers[C].push_back(Caller);
    std::vector<const FunctionDecl *> Work(Out.Launching.begin(),
                                           Out.Launching.end());
    while (!Work.empty()) {
      const FunctionDecl *F = Work.back();
      Work.pop_back();
      if (auto It = Callers.find(F); It != Callers.end())
        for (const FunctionDecl *C : It->second)
          if (Out.Launching.insert(C).second)
            Work.push_back(C);
    }
    for (const auto &[L, Uses] : LambdaUses) {
      if (Uses == 0)
        continue;
      Out.LambdaEscapes.insert(L->getCallOperator());
      if (L->isGenericLambda())
        if (auto *T = L->getLambdaClass()->getDependentLambdaCallOperator())
          for (FunctionDecl *S : T->specializations())
            Out.LambdaEscapes.insert(S);
    }
  }

private:
  ASTContext &Ctx;
  LaunchScan &Out;
  const FunctionDecl *Current = nullptr;
  bool InInstantiation = false;
  /// The value of \p E where it is a constant, or a variable of the function
  /// that begins with one and is never changed: `int Way = FAST;`.
  std::optional<llvm::APSInt> constantOf(const Expr &E) {
    Expr::EvalResult Value;
    if (E.isValueDependent())
      return std::nullopt;
    if (E.EvaluateAsInt(Value, Ctx))
      return Value.Val.getInt();
    const auto *Ref = dyn_cast<DeclRefExpr>(E.IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    const auto *In = V ? dyn_cast<FunctionDecl>(V->getDeclContext()) : nullptr;
    if (!In || !V->isLocalVarDecl() || !V->hasLocalStorage() || !V->getInit() ||
        V->getInit()->isValueDependent() || !In->hasBody() ||
        !V->getType()->isIntegralOrEnumerationType() ||
        V->getType().isVolatileQualified() ||
        !V->getInit()->EvaluateAsInt(Value, Ctx) || changesOf(*In).touches(V))
      return std::nullopt;
    // As wide as the labels, which have the condition's type.
    return Value.Val.getInt().extOrTrunc(
        static_cast<unsigned>(Ctx.getIntWidth(E.getType())));
  }

  const MutationSet &changesOf(const FunctionDecl &F) {
    auto [At, New] = Changes.try_emplace(&F);
    if (New)
      collectMutations(Ctx, F.getBody(), At->second);
    return At->second;
  }

  /// What the comparison gives, where both sides are known and no conversion
  /// between signed and unsigned numbers matters.
  std::optional<bool> compared(const BinaryOperator &E) {
    const auto L = constantOf(*E.getLHS()), R = constantOf(*E.getRHS());
    if (!L || !R ||
        (L->isSigned() != R->isSigned() &&
         ((L->isSigned() && L->isNegative()) ||
          (R->isSigned() && R->isNegative()))))
      return std::nullopt;
    const int Order = llvm::APSInt::compareValues(*L, *R);
    switch (E.getOpcode()) {
    case BO_EQ:
      return Order == 0;
    case BO_NE:
      return Order != 0;
    case BO_LT:
      return Order < 0;
    case BO_LE:
      return Order <= 0;
    case BO_GT:
      return Order > 0;
    case BO_GE:
      return Order >= 0;
    default:
      return std::nullopt;
    }
  }

  /// Whether the condition always, or never, holds; nothing where that is not
  /// known.
  std::optional<bool> truthOf(const Expr &E) {
    const Expr &C = *E.IgnoreParenImpCasts();
    if (C.isValueDependent())
      return std::nullopt;
    if (bool Value = false; C.EvaluateAsBooleanCondition(Value, Ctx))
      return Value;
    if (const auto *Not = dyn_cast<UnaryOperator>(&C);
        Not && Not->getOpcode() == UO_LNot) {
      const auto Of = truthOf(*Not->getSubExpr());
      return Of ? std::optional(!*Of) : std::nullopt;
    }
    if (const auto *Both = dyn_cast<BinaryOperator>(&C)) {
      if (!Both->isLogicalOp())
        return Both->isComparisonOp() ? compared(*Both) : std::nullopt;
      // One side may decide it whatever the other one is.
      const bool Decides = Both->getOpcode() == BO_LOr;
      const auto L = truthOf(*Both->getLHS()), R = truthOf(*Both->getRHS());
      if (L == Decides || R == Decides)
        return Decides;
      return L && R ? std::optional(!Decides) : std::nullopt;
    }
    const auto Value = constantOf(C);
    return Value ? std::optional(*Value != 0) : std::nullopt;
  }

  /// The label that \p Value goes to: its own, or the default one; null if
  /// there is none.
  const SwitchCase *labelOf(const SwitchStmt &Switch,
                            const llvm::APSInt &Value) const {
    const SwitchCase *Default = nullptr;
    for (const SwitchCase *Label = Switch.getSwitchCaseList(); Label;
         Label = Label->getNextSwitchCase()) {
      const auto *Case = dyn_cast<CaseStmt>(Label);
      if (!Case) {
        Default = Label;
        continue;
      }
      auto At = [&](const Expr *E) {
        return llvm::APSInt::compareValues(E->EvaluateKnownConstInt(Ctx),
                                           Value);
      };
      if (Case->getRHS() ? At(Case->getLHS()) <= 0 && At(Case->getRHS()) >= 0
                         : At(Case->getLHS()) == 0)
        return Label;
    }
    return Default;
  }

  llvm::DenseMap<const FunctionDecl *, MutationSet> Changes;
  unsigned Dead = 0; ///< conditions around that are never met
  llvm::DenseSet<const LambdaExpr *> Called; ///< kept in a variable or called
  llvm::DenseMap<const VarDecl *, const LambdaExpr *> LambdaVars;
  llvm::MapVector<const LambdaExpr *, int> LambdaUses;
  llvm::DenseMap<FileID, bool> SystemFiles;

  /// A call that may pass a kernel, of a function with this body.
  struct CallWithFunction {
    const CallExpr *E;
    const FunctionDecl *Callee;
    LaunchScan::Place Where;
  };
  std::vector<CallWithFunction> CallsWithFunction;

  static bool mayPointToKernel(QualType T) {
    T = T.getNonReferenceType();
    return T->isFunctionPointerType() || T->isVoidPointerType() ||
           T->isFunctionType() || isKernelHandle(T);
  }
  static bool takesFunction(const FunctionDecl &F) {
    return llvm::any_of(F.parameters(), [](const ParmVarDecl *P) {
      return mayPointToKernel(P->getType());
    });
  }
  /// Whether \p E is a parameter of the function around, which may be a kernel.
  bool isOwnParameter(const Expr *E, const FunctionDecl *Around) const {
    const auto *Ref =
        E ? dyn_cast<DeclRefExpr>(E->IgnoreParenCasts()) : nullptr;
    const auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
    return P && P->getDeclContext() == Around && mayPointToKernel(P->getType());
  }
  /// `cuModuleGetFunction(&handle, module, "symbol")`.
  void noteHandle(const CallExpr &E, const HandleRequest &Request) {
    const auto *Address =
        dyn_cast<UnaryOperator>(E.getArg(0)->IgnoreParenCasts());
    if (!Address || Address->getOpcode() != UO_AddrOf)
      return;
    const ValueDecl *D = namedValue(Address->getSubExpr());
    if (!D)
      return;
    std::optional<std::string> Symbol;
    if (Request.ByName)
      Symbol = E.getArg(Request.Kernel)->tryEvaluateString(Ctx);
    auto [It, New] = Out.Handles.try_emplace(D, Symbol);
    if (!New && It->second != Symbol)
      It->second = std::nullopt;
  }
  void noteForwarding(const Expr *Kernel) {
    if (Current && isOwnParameter(Kernel, Current))
      Out.Forwarding.insert(Current);
  }
  /// Functions that hand the kernel they are given to one that launches it, and
  /// the calls of all of these.
  void findForwarded() {
    for (bool More = !Out.Forwarding.empty(); More;) {
      More = false;
      for (const CallWithFunction &C : CallsWithFunction)
        if (C.Where.Function && Out.Forwarding.contains(C.Callee) &&
            llvm::any_of(C.E->arguments(), [&](const Expr *Argument) {
              return isOwnParameter(Argument, C.Where.Function);
            }))
          More |= Out.Forwarding.insert(C.Where.Function).second;
    }
    for (const CallWithFunction &C : CallsWithFunction)
      if (Out.Forwarding.contains(C.Callee))
        Out.Forwarded[C.E] = C.Where;
  }

  void addLaunch(const CallExpr *E) {
    Out.Launches[E] = {InInstantiation, Current, Dead > 0};
    if (Current && isDeviceOnly(Current))
      Out.DeviceLaunches.insert(E);
  }

  static bool isDeviceOnly(const FunctionDecl *F) {
    return F->hasAttr<CUDAGlobalAttr>() ||
           (F->hasAttr<CUDADeviceAttr>() && !F->hasAttr<CUDAHostAttr>());
  }

  bool inSystemHeader(SourceLocation L) {
    const SourceManager &SM = Ctx.getSourceManager();
    L = SM.getExpansionLoc(L);
    if (L.isInvalid())
      return true; // built in
    FileID File = SM.getFileID(L);
    auto [It, New] = SystemFiles.try_emplace(File, false);
    if (New)
      It->second = SM.isInSystemHeader(L);
    return It->second;
  }

  static const LambdaExpr *lambdaOf(const Expr *E) {
    for (unsigned I = 0; E && I < 16; ++I) {
      E = E->IgnoreParenImpCasts();
      if (const auto *L = dyn_cast<LambdaExpr>(E))
        return L;
      if (const auto *W = dyn_cast<ExprWithCleanups>(E))
        E = W->getSubExpr();
      else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
        E = M->getSubExpr();
      else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
        E = B->getSubExpr();
      else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
               C && C->getNumArgs() == 1)
        E = C->getArg(0);
      else
        return nullptr;
    }
    return nullptr;
  }

  static bool mayCall(const Stmt *S, unsigned Depth = 0) {
    if (!S || Depth > 64)
      return S;
    if (isa<CallExpr>(S) || isa<LambdaExpr>(S) || isa<CXXConstructExpr>(S))
      return true;
    for (const Stmt *C : S->children())
      if (mayCall(C, Depth + 1))
        return true;
    return false;
  }

  bool traverseFunction(FunctionDecl *F) {
    if (F->isDependentContext())
      return true; // its instantiations are visited through the template
    if (!F->doesThisDeclarationHaveABody())
      return true;
    const bool DeviceOnly = isDeviceOnly(F);
    // Launches in device code are not evaluated, but device code is walked all
    // the same: it names functions, and callers are counted by that.
    llvm::SaveAndRestore<const FunctionDecl *> Inside(Current, F);
    llvm::SaveAndRestore<bool> Instantiated(
        InInstantiation, InInstantiation || F->isTemplateInstantiation() ||
                             inInstantiatedClass(F));
    if (!DeviceOnly && Out.Functions.insert(F)) {
      MutationSet M;
      collectMutations(Ctx, F->getBody(), M);
      for (const HostPlace &P : M.Places)
        if (P.Base &&
            (!P.Base->isLocalVarDeclOrParm() || P.Base->isStaticLocal()))
          Out.ChangedGlobals.insert(P.Base->getCanonicalDecl());
    }
    if (auto *C = dyn_cast<CXXConstructorDecl>(F))
      for (CXXCtorInitializer *I : C->inits())
        TraverseStmt(I->getInit());
    TraverseStmt(F->getBody());
    return true;
  }

  static bool inInstantiatedClass(const FunctionDecl *F) {
    for (const DeclContext *DC = F->getDeclContext(); DC;
         DC = DC->getParent()) {
      if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(DC))
        return S->getSpecializationKind() != TSK_ExplicitSpecialization;
      if (const auto *G = dyn_cast<FunctionDecl>(DC);
          G && G->isTemplateInstantiation())
        return true;
    }
    return false;
  }
};
} // namespace

const ValueDecl *gpuperf::namedValue(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

/// Whether a program whose main stands in the main file can call \p F only from
/// there: by nothing but its name, which no header declares.
static bool isOfThisFileAlone(const FunctionDecl &F, const SourceManager &SM) {
  if (isa<CXXMethodDecl>(F) || F.isMain() ||
      F.getTemplatedKind() != FunctionDecl::TK_NonTemplate ||
      (F.isExternallyVisible() && F.isExternC()) ||
      // It may be exported, or called by whoever loads it.
      llvm::any_of(F.attrs(), [](const Attr *A) {
        return !A->isImplicit() && !isa<CUDAHostAttr>(A);
      }))
    return false;
  return llvm::all_of(F.redecls(), [&](const FunctionDecl *Decl) {
    return SM.isInMainFile(SM.getExpansionLoc(Decl->getLocation()));
  });
}

/// The functions that a program never calls whose main stands in the main file:
/// nothing that it may call names them.
static llvm::DenseSet<const FunctionDecl *>
uncalledFunctions(const ASTContext &Ctx, const LaunchScan &Scan) {
  const SourceManager &SM = Ctx.getSourceManager();
  llvm::DenseSet<const FunctionDecl *> Out;
  // What is named in code that could not be read is not known.
  if (Ctx.getDiagnostics().hasUncompilableErrorOccurred() ||
      llvm::none_of(Scan.Functions, [&](const FunctionDecl *F) {
        return F->isMain() &&
               SM.isInMainFile(SM.getExpansionLoc(F->getLocation()));
      }))
    return Out;
  for (const FunctionDecl *F : Scan.Functions)
    if (isOfThisFileAlone(*F, SM))
      Out.insert(F);
  for (bool More = true; More;) {
    More = false;
    for (const FunctionDecl *F : Scan.Functions) {
      const auto Named = Scan.NamedIn.find(F->getCanonicalDecl());
      if (!Out.contains(F) || Named == Scan.NamedIn.end())
        continue;
      if (llvm::any_of(Named->second, [&](const FunctionDecl *By) {
            return !Out.contains(By);
          }))
        More |= Out.erase(F);
    }
  }
  return Out;
}

LaunchScan gpuperf::scanLaunches(ASTContext &Ctx) {
  LaunchScan Out;
  Scanner S(Ctx, Out);
  for (Decl *D : Ctx.getTraversalScope()) {
    if (auto *TU = dyn_cast<TranslationUnitDecl>(D)) {
      for (Decl *Top : TU->decls())
        S.TraverseDecl(Top);
      continue;
    }
    S.TraverseDecl(D);
  }
  S.finish();
  const auto Uncalled = uncalledFunctions(Ctx, Out);
  for (auto *Places : {&Out.Launches, &Out.Forwarded})
    for (auto &[Launch, Where] : *Places)
      Where.IsDead |= Uncalled.contains(Where.Function);
  return Out;
}

bool gpuperf::allCallersSeen(const ASTContext &Ctx, const LaunchScan &Scan,
                             const FunctionDecl *F) {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation At = SM.getExpansionLoc(F->getLocation());
  // In an editor only the main file is looked through.
  if (!SM.isInMainFile(At) &&
      (SM.isInSystemHeader(At) || !Scan.Functions.contains(F)))
    return false;
  auto It = Scan.UsesOf.find(F->getCanonicalDecl());
  if (It == Scan.UsesOf.end() || It->second.Named != It->second.Called)
    return false;
  if (const auto *M = dyn_cast<CXXMethodDecl>(F)) {
    if (M->getParent()->isLambda())
      return !Scan.LambdaEscapes.contains(F);
    if (M->isVirtual() || isa<CXXConstructorDecl>(M) ||
        isa<CXXDestructorDecl>(M))
      return false;
    return true;
  }
  if (!F->isExternallyVisible())
    return true;
  return F->getTemplateSpecializationKind() == TSK_ImplicitInstantiation;
}
