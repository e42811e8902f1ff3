//===- BlockRewrite.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/frontend/BlockRewrite.h"
#include "plugin/frontend/ClosureWalk.h"
#include "plugin/frontend/ExprOnHost.h"
#include "plugin/frontend/HostObject.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace clang;
using llvm::formatv;

static std::array<uint64_t, 3> asArray(const Dim3 &D) {
  return {D.X, D.Y, D.Z};
}

static constexpr const char *AxisNames[] = {"x", "y", "z"};

BlockRewriter::BlockRewriter(ASTContext &Ctx, const FileAnalysis &File,
                             const HostBindings &Assume)
    : Ctx(Ctx), File(File), Assume(Assume), Uses(Ctx),
      Readings(File.Launches.size()) {
  for (size_t I = 0; I < File.Launches.size(); ++I)
    collect(I);
  if (Symbols.empty())
    return;
  // One more reading, whatever the number of launches.
  for (LaunchSite &Open : readLaunchSites(Ctx, &Symbols))
    for (size_t I = 0; I < File.Launches.size(); ++I) {
      const LaunchSite &Site = File.Launches[I].Site;
      if (!Readings[I].Open && Site.Call == Open.Call &&
          Site.Kernel == Open.Kernel) {
        Readings[I].Open = std::move(Open);
        break;
      }
    }
  auto SymbolOf = [](const HostExpr &E) -> std::optional<unsigned> {
    const HostExprNode *U = asUnknown(E);
    unsigned Number;
    if (!U || !HostSymbols::isName(U->Name) ||
        llvm::StringRef(U->Name).drop_front().getAsInteger(10, Number))
      return std::nullopt;
    return Number;
  };
  for (Reading &R : Readings)
    for (unsigned D = 0; R.Open && D < 3; ++D) {
      R.Block[D] = SymbolOf(R.Open->Block[D]);
      R.Grid[D] = SymbolOf(R.Open->Grid[D]);
    }
}

std::optional<unsigned> BlockRewriter::symbolAt(HostSymbols::Place At) const {
  for (const Place &P : Places)
    if (P.Literal.Spelled == At)
      return P.Symbol;
  return std::nullopt;
}

void BlockRewriter::open(const BlockLiteral &L, unsigned Symbol,
                         int64_t Addend) {
  if (symbolAt(L.Spelled))
    return;
  if (Symbol == OldValues.size())
    OldValues.push_back(static_cast<int64_t>(L.Value) - Addend);
  auto Type = hostTypeOf(Ctx, L.E->getType());
  if (!Type)
    return;
  HostExpr Value =
      hostUnknown(HostSymbols::nameOf(Symbol), HostType{false, true, 32});
  if (Addend)
    Value = hostApply(HostOp::Add, Value->Type,
                      {Value, hostInteger(Addend, Value->Type)});
  Symbols.set(L.Spelled, hostCast(Value, *Type));
  Places.push_back({L, Symbol, Addend});
}

/// Names the numbers that make the block, those of the grid that are the same
/// number or one less where something is divided, and a grid that is a number.
void BlockRewriter::collect(size_t Index) {
  const LaunchAnswer &Answer = File.Launches[Index];
  const LaunchSite &Site = Answer.Site;
  if (!Answer.Bound.L || !Answer.Bound.BlockKnown || !Site.BlockExpr ||
      !Site.GridExpr || Site.ContainsErrors)
    return;
  const auto Block = asArray(Answer.Bound.L->Block);
  const auto Grid = asArray(Answer.Bound.L->Grid);
  std::array<std::optional<unsigned>, 3> Own;
  auto Fresh = [&] { return static_cast<unsigned>(OldValues.size()); };
  for (const BlockLiteral &L :
       collectBlockLiterals(Site.BlockExpr, Uses.Assigned, Ctx)) {
    if (L.IsFloating || L.Dimension > 2 || L.Value < 1 ||
        L.Value != static_cast<double>(Block[L.Dimension]))
      continue;
    open(L, Fresh(), 0);
    if (!Own[L.Dimension])
      Own[L.Dimension] = symbolAt(L.Spelled);
  }
  // (n + b - 1) / b has it all; the 1 in it is no block of 2 less one.
  std::array<bool, 3> IsNamed{};
  constexpr double LeastTelling = 8;
  auto Follow = [&](const BlockLiteral &L) {
    if (L.Dimension > 2 || !Own[L.Dimension])
      return false;
    const double Of = static_cast<double>(Block[L.Dimension]);
    if (IsNamed[L.Dimension] && Of < LeastTelling)
      return false;
    if (L.Value == Of)
      open(L, *Own[L.Dimension], 0);
    else if (L.Value == Of - 1 && !L.IsFloating)
      open(L, *Own[L.Dimension], -1);
    else
      return false;
    return true;
  };
  const auto OfGrid = collectBlockLiterals(Site.GridExpr, Uses.Assigned, Ctx);
  for (const BlockLiteral &L : OfGrid)
    for (unsigned D = 0; D < 3; ++D)
      IsNamed[D] |= Own[D] && symbolAt(L.Spelled) == Own[D];
  for (const BlockLiteral &L : OfGrid) {
    if (L.InDivision && Follow(L))
      continue;
    if (!L.InDivision && !L.IsFloating && L.Dimension <= 2 && L.Value >= 1 &&
        isConstant(Site.Grid[L.Dimension]) &&
        L.Value == static_cast<double>(Grid[L.Dimension]))
      open(L, Fresh(), 0);
  }
  if (Site.SharedExpr && Block[1] == 1 && Block[2] == 1)
    for (const BlockLiteral &L :
         collectBlockLiterals(Site.SharedExpr, Uses.Assigned, Ctx))
      if (!L.IsFloating && L.Value == static_cast<double>(Block[0]))
        Follow(L);
}

HostBindings BlockRewriter::oldValues() const {
  HostBindings B;
  for (unsigned S = 0; S < OldValues.size(); ++S)
    B[HostSymbols::nameOf(S)].Integer = OldValues[S];
  return B;
}

bool BlockRewriter::dependsOnBlock(size_t Index, const HostExpr &E) const {
  const Reading &R = Readings[Index];
  return llvm::any_of(freeNames(E), [&](const std::string &Name) {
    return llvm::any_of(R.Block, [&](std::optional<unsigned> S) {
      return S && Name == HostSymbols::nameOf(*S);
    });
  });
}

/// Where grid and block are not the source's to say: what covers the same.
static Launch coveringLaunch(const Launch &Old, const KernelSummary &Kernel,
                             const Dim3 &Block) {
  Launch L = Old;
  const auto Before = asArray(Old.Block), After = asArray(Block);
  auto Blocks = asArray(Old.Grid);
  for (unsigned D = 0; D < 3; ++D) {
    if (Kernel.Independence.Dims[D].Needed == ThreadsNeeded::Any)
      continue;
    uint64_t Threads;
    if (!__builtin_mul_overflow(Blocks[D], Before[D], &Threads))
      Blocks[D] = Threads / After[D] + (Threads % After[D] != 0);
  }
  L.Grid = {Blocks[0], Blocks[1], Blocks[2]};
  L.Block = Block;
  if (const uint64_t Count = Old.Block.count();
      Count && Old.DynamicSharedBytes % Count == 0)
    L.DynamicSharedBytes = Old.DynamicSharedBytes / Count * Block.count();
  return L;
}

std::optional<HostBindings>
BlockRewriter::valuesFor(size_t Index, const KernelSummary &Kernel,
                         const Dim3 &Block) const {
  const Reading &R = Readings[Index];
  if (!R.Open)
    return std::nullopt;
  const Launch &Old = *File.Launches[Index].Bound.L;
  const auto Before = asArray(Old.Block), After = asArray(Block);
  HostBindings B = oldValues();
  for (unsigned D = 0; D < 3; ++D) {
    if (After[D] == Before[D] && !R.Block[D])
      continue;
    if (!R.Block[D])
      return std::nullopt;
    HostValue &V = B[HostSymbols::nameOf(*R.Block[D])];
    const auto Wanted = static_cast<int64_t>(After[D]);
    // One number makes two dimensions.
    if (V.Integer != OldValues[*R.Block[D]] && V.Integer != Wanted)
      return std::nullopt;
    V.Integer = Wanted;
  }
  for (unsigned D = 0; D < 3; ++D)
    if (R.Block[D] && B[HostSymbols::nameOf(*R.Block[D])].Integer !=
                          static_cast<int64_t>(After[D]))
      return std::nullopt;
  // A grid that is a number: as many threads as before.
  for (unsigned D = 0; D < 3; ++D) {
    if (!R.Grid[D] || After[D] == Before[D] ||
        dependsOnBlock(Index, R.Open->Grid[D]) ||
        Kernel.Independence.Dims[D].Needed == ThreadsNeeded::Any)
      continue;
    const uint64_t Threads = asArray(Old.Grid)[D] * Before[D];
    B[HostSymbols::nameOf(*R.Grid[D])].Integer =
        static_cast<int64_t>(Threads / After[D] + (Threads % After[D] != 0));
  }
  return B;
}

/// Whether \p New has the threads that the kernel's work takes as \p Old has.
static bool doesTheSame(const KernelSummary &Kernel, const Launch &Old,
                        const Launch &New) {
  for (unsigned D = 0; D < 3; ++D) {
    const DimensionIndependence &Asks = Kernel.Independence.Dims[D];
    const uint64_t Before = asArray(Old.Grid)[D] * asArray(Old.Block)[D],
                   After = asArray(New.Grid)[D] * asArray(New.Block)[D];
    if (Before == After)
      continue;
    if (!Asks.Used)
      return false;
    if (Asks.Needed == ThreadsNeeded::Any)
      continue;
    if (Asks.Needed != ThreadsNeeded::AtLeastBound || Asks.Bound == NoExpr)
      return false;
    if (After > Before)
      continue;
    WarpContext Ctx;
    Ctx.L = &Old;
    uint64_t Steps = 10'000;
    const LaneValues Work = evaluate(Kernel.Exprs, Asks.Bound, Ctx, Steps);
    if (!Work.Known[0] || Work.V[0] < 0 ||
        After < static_cast<uint64_t>(Work.V[0]))
      return false;
  }
  return true;
}

std::optional<Launch>
BlockRewriter::launchWith(size_t Index, const KernelSummary &Kernel,
                          const Dim3 &Block, const HostBindings &Sizes) const {
  const Reading &R = Readings[Index];
  const LaunchAnswer &Answer = File.Launches[Index];
  auto Bind = [&](const LaunchSite &Site,
                  HostBindings Values) -> std::optional<Launch> {
    for (const auto &Entry : Sizes)
      Values[Entry.getKey()] = Entry.getValue();
    for (const auto &Entry : Assume)
      Values[Entry.getKey()] = Entry.getValue();
    std::optional<Launch> L = bindLaunch(Site, Values).L;
    if (L) {
      L->L1 = Answer.Bound.L->L1, L->L2 = Answer.Bound.L->L2;
      L->How = Answer.Bound.L->How;
      // As in the analysis of the file: the host's names tell what is assumed.
      for (ArgValue &A : L->Args)
        A.Assumed = false;
    }
    return L;
  };
  // The launch as it is, with these sizes.
  const std::optional<Launch> Old = Bind(Answer.Site, {});
  if (!Old)
    return std::nullopt;
  if (Old->Block == Block)
    return Old;
  const Launch Covering = coveringLaunch(*Old, Kernel, Block);
  auto Checked = [&](const Launch &New) {
    return doesTheSame(Kernel, *Old, New) ? std::optional(New) : std::nullopt;
  };
  const bool Editable =
      R.Open && llvm::any_of(R.Block, [](auto S) { return S.has_value(); });
  if (!Editable)
    return Checked(Covering);
  auto Values = valuesFor(Index, Kernel, Block);
  if (!Values)
    return std::nullopt;
  std::optional<Launch> L = Bind(*R.Open, std::move(*Values));
  if (!L || !(L->Block == Block))
    return std::nullopt;
  // A grid that the source computes elsewhere would be made to cover as much.
  uint64_t *Into[] = {&L->Grid.X, &L->Grid.Y, &L->Grid.Z};
  for (unsigned D = 0; D < 3; ++D)
    if (!R.Grid[D] && !dependsOnBlock(Index, R.Open->Grid[D]))
      *Into[D] = asArray(Covering.Grid)[D];
  return Checked(*L);
}

static std::optional<uint64_t> positive(const HostExpr &E,
                                        const HostBindings &B) {
  auto V = evaluate(E, B);
  if (!V || V->IsFloating || V->Integer <= 0)
    return std::nullopt;
  return static_cast<uint64_t>(V->Integer);
}

std::optional<std::string>
BlockRewriter::whyNotCovered(size_t Index, const KernelSummary &Kernel,
                             const HostBindings &Changed) const {
  const LaunchSite &Site = *Readings[Index].Open;
  const HostBindings Old = oldValues();
  const BlockIndependence &Proof = Kernel.Independence;
  std::vector<int64_t> Steps;
  for (unsigned D = 0; D < 3; ++D)
    for (const HostBindings *B : {&Old, &Changed})
      if (auto V = positive(Site.Block[D], *B); V && *V > 1)
        Steps.push_back(static_cast<int64_t>(*V));
  Steps.push_back(1);
  for (unsigned D = 0; D < 3; ++D) {
    const HostExpr &Grid = Site.Grid[D], &Block = Site.Block[D];
    const DimensionIndependence &Asks = Proof.Dims[D];
    HostExpr Bound = Asks.Needed == ThreadsNeeded::AtLeastBound && Asks.Used
                         ? exprOnHost(Kernel.Exprs, Asks.Bound, Site)
                         : nullptr;
    auto BlockOld = positive(Block, Old), BlockNew = positive(Block, Changed);
    if (!BlockOld || !BlockNew)
      return formatv("the block's {0} cannot be read", AxisNames[D]).str();
    if (!Grid) {
      if (*BlockOld == *BlockNew)
        continue; // whatever it is, it stays
      return "the grid cannot be read from the source";
    }
    unsigned Compared = 0;
    std::vector<HostExpr> Involved = {Grid};
    if (Bound)
      Involved.push_back(Bound);
    for (HostBindings &Probe : probes(Involved, Steps, Old)) {
      auto GridOld = positive(Grid, Probe);
      constexpr uint64_t MostBlocks = 0x7fffffff; // of any device
      for (const auto &Entry : Changed)
        Probe[Entry.getKey()] = Entry.getValue();
      auto GridNew = positive(Grid, Probe);
      if (!GridOld || *GridOld > MostBlocks)
        continue; // the launch does not happen
      ++Compared;
      const uint64_t ThreadsOld = *GridOld * *BlockOld,
                     ThreadsNew = GridNew.value_or(0) * *BlockNew;
      if (GridNew == GridOld && *BlockOld == *BlockNew)
        continue;
      if (ThreadsOld == ThreadsNew && Asks.Needed != ThreadsNeeded::Unchanged)
        continue;
      switch (Asks.Used ? Asks.Needed : ThreadsNeeded::Exact) {
      case ThreadsNeeded::Any:
        continue;
      case ThreadsNeeded::AtLeastBound: {
        if (!Bound)
          return "how many threads have work cannot be read from the launch";
        // What overflows is not defined before, either.
        auto Work = evaluate(Bound, Probe);
        if (!Work || (Work->Integer >= 0 &&
                      ThreadsOld >= static_cast<uint64_t>(Work->Integer) &&
                      ThreadsNew >= static_cast<uint64_t>(Work->Integer)))
          continue;
        return ThreadsNew < ThreadsOld
                   ? formatv("for some sizes the grid would have no thread "
                             "for some of {0}",
                             print(Bound))
                         .str()
                   : formatv("the grid is not known to have a thread for each "
                             "of {0}",
                             print(Bound))
                         .str();
      }
      case ThreadsNeeded::Exact:
        return "another number of threads would do other work: the kernel "
               "has no guard against it";
      case ThreadsNeeded::Unchanged:
        return formatv("the kernel depends on the block's {0}", AxisNames[D])
            .str();
      }
    }
    if (Compared == 0)
      return "the grid cannot be computed";
  }
  if (Proof.SharedBytesPerThread) {
    auto Bytes = positive(Site.DynamicSharedBytes, Changed);
    uint64_t Threads = 1;
    for (const HostExpr &E : Site.Block)
      Threads *= positive(E, Changed).value_or(1);
    if (!Bytes || *Bytes < Proof.SharedBytesPerThread * Threads)
      return "the dynamic shared memory does not follow the block size";
  }
  for (const LaunchArg &A : Site.Args) {
    auto IsOpen = [](const HostExpr &E) {
      return llvm::any_of(freeNames(E), HostSymbols::isName);
    };
    if (IsOpen(A.Value) ||
        llvm::any_of(A.Fields, [&](const auto &F) { return IsOpen(F.second); }))
      return formatv("the kernel is told the number, too, as '{0}'",
                     A.ParamName)
          .str();
  }
  return std::nullopt;
}

std::optional<ForeignUse> BlockRewriter::foreignUse(const BlockLiteral &L) {
  const SourceManager &SM = Ctx.getSourceManager();
  for (const ValueDecl *D : L.Path)
    if (auto Found = Uses.foreignUse(D))
      return Found;
  SourceLocation Loc = L.E->getBeginLoc();
  while (Loc.isMacroID()) {
    if (SM.isMacroArgExpansion(Loc)) {
      Loc = SM.getImmediateSpellingLoc(Loc);
      continue;
    }
    return Uses.foreignMacroUse(
        Lexer::getImmediateMacroName(Loc, SM, Ctx.getLangOpts()));
  }
  return std::nullopt;
}

bool BlockRewriter::isEditableSite(const LaunchSite &Site,
                                   std::string &WhyNot) const {
  const FunctionDecl *Callee =
      Site.Call ? Site.Call->getDirectCallee() : nullptr;
  const SourceManager &SM = Ctx.getSourceManager();
  // A launch that is handed to a macro is text like any other.
  auto InBody = [&](SourceLocation L) {
    while (L.isMacroID() && SM.isMacroArgExpansion(L))
      L = SM.getImmediateSpellingLoc(L);
    return L.isMacroID();
  };
  if (Site.InMacro && (!Site.Call || InBody(Site.Call->getBeginLoc()) ||
                       InBody(Site.Call->getEndLoc())))
    WhyNot = "the launch stands in a macro";
  else if (Site.How == LaunchSite::Form::LaunchKernelEx)
    WhyNot = "the configuration is a struct";
  else if (Site.How == LaunchSite::Form::LaunchKernel && Callee &&
           Callee->getName().contains("Cooperative"))
    WhyNot = "all blocks of a cooperative launch must be resident at once";
  return WhyNot.empty();
}

/// The number as it is written there: with the suffix, and the point, that the
/// old one has.
static std::optional<std::string> respelled(llvm::StringRef Old, int64_t New,
                                            bool IsFloating, bool IsPlain) {
  if (!IsPlain) // 16 * 16
    return std::to_string(New);
  if (Old.empty() || !(llvm::isDigit(Old[0]) || Old[0] == '.'))
    return std::nullopt;
  llvm::StringRef Digits = Old.take_while(
      [](char C) { return llvm::isDigit(C) || C == '.' || C == '\''; });
  llvm::StringRef Suffix = Old.drop_front(Digits.size());
  if (Old.starts_with_insensitive("0x"))
    Suffix = Old.drop_front(2).drop_while(
        [](char C) { return llvm::isHexDigit(C) || C == '\''; });
  if (llvm::any_of(Suffix, [](char C) { return !llvm::isAlpha(C); }) ||
      (IsFloating && Suffix.contains_insensitive("e")))
    return std::nullopt;
  std::string Text = std::to_string(New);
  if (IsFloating)
    Text += Digits.contains('.') ? Digits.ends_with(".") ? "." : ".0" : "";
  return Text + Suffix.str();
}

/// What the kernel's source says and its optimised code, which the proof reads,
/// does not: a static array of shared memory that each thread has a slot of,
/// something that the optimiser may assume.
static std::optional<ForeignUse> onlyInSource(ASTContext &Ctx,
                                              const FunctionDecl *Kernel) {
  struct Finder : RecursiveASTVisitor<Finder> {
    std::optional<ForeignUse> Found;
    bool shouldVisitTemplateInstantiations() const { return true; }
    bool VisitVarDecl(VarDecl *V) {
      if (V->hasAttr<CUDASharedAttr>() && V->getType()->isConstantArrayType())
        Found = {("shared array '" + V->getName() + "' has a fixed size").str(),
                 V->getLocation()};
      return !Found;
    }
    bool VisitCallExpr(CallExpr *C) {
      if (C->getBuiltinCallee() == Builtin::BI__builtin_assume)
        Found = {"the kernel assumes something", C->getBeginLoc()};
      return !Found;
    }
  };
  llvm::SmallVector<const FunctionDecl *, 16> Work = {Kernel};
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  constexpr size_t MostFunctions = 500;
  while (!Work.empty() && Seen.size() < MostFunctions) {
    const FunctionDecl *F = Work.pop_back_val(), *Definition = nullptr;
    if (!F || !F->hasBody(Definition) || !Seen.insert(Definition).second)
      continue;
    Finder Shared;
    Shared.TraverseStmt(Definition->getBody());
    if (Shared.Found)
      return Shared.Found;
    ClosureWalk Walk(Ctx);
    Walk.walk(*Definition);
    Work.append(Walk.Callees.begin(), Walk.Callees.end());
  }
  return std::nullopt;
}

/// Two pointers of the launch name the same variable.
static bool passesOnePointerTwice(const LaunchSite &Site) {
  const auto *Call = dyn_cast_or_null<CUDAKernelCallExpr>(Site.Call);
  if (!Call)
    return true; // through an array of addresses: not seen
  struct Names : RecursiveASTVisitor<Names> {
    llvm::SmallPtrSet<const ValueDecl *, 4> All;
    bool VisitDeclRefExpr(DeclRefExpr *E) {
      const QualType T = E->getType();
      if (T->isPointerType() || T->isArrayType())
        All.insert(E->getDecl());
      return true;
    }
    bool VisitMemberExpr(MemberExpr *E) {
      All.insert(E->getMemberDecl());
      return true;
    }
  };
  llvm::SmallPtrSet<const ValueDecl *, 16> Seen;
  for (const Expr *A : Call->arguments()) {
    if (!A->getType()->isPointerType())
      continue;
    Names N;
    N.TraverseStmt(const_cast<Expr *>(A));
    for (const ValueDecl *D : N.All)
      if (isa<VarDecl, FieldDecl>(D) && !Seen.insert(D).second)
        return true;
  }
  return false;
}

BlockRewrite BlockRewriter::rewrite(size_t Index, const KernelSummary &Kernel,
                                    const Dim3 &Block) {
  const SourceManager &SM = Ctx.getSourceManager();
  const LaunchAnswer &Answer = File.Launches[Index];
  BlockRewrite Out;
  auto Refuse = [&](std::string Why, SourceLocation Where = SourceLocation()) {
    Out.Edits.clear();
    Out.WhyNot = std::move(Why);
    Out.WhyWhere = Where;
    return Out;
  };
  if (!isEditableSite(Answer.Site, Out.WhyNot))
    return Out;
  auto Changed = valuesFor(Index, Kernel, Block);
  if (!Changed)
    return Refuse("the block size is not a number that is written in this "
                  "file for the launch");
  auto Proven = [](const KernelSummary &K) {
    return K.Independence.Proven || K.Independence.ProvenIfUnchanged;
  };
  if (!Proven(Kernel))
    return Refuse(Kernel.Independence.Reason);
  if (auto Found = onlyInSource(Ctx, Answer.Site.Kernel))
    return Refuse(Found->Name, SM.getExpansionLoc(Found->Where));
  if (Kernel.Independence.AssumesDistinctPointers &&
      passesOnePointerTwice(Answer.Site))
    return Refuse("two of the kernel's pointers may be to the same memory");
  if (auto Why = whyNotCovered(Index, Kernel, *Changed))
    return Refuse(*Why);
  // What was predicted is what the edit makes.
  HostBindings Bindings = *Changed;
  for (const auto &Entry : Assume)
    Bindings[Entry.getKey()] = Entry.getValue();
  const BoundLaunch Made = bindLaunch(*Readings[Index].Open, Bindings);
  const std::optional<Launch> Predicted = launchWith(Index, Kernel, Block);
  if (!Made.L || (Predicted && !(Made.L->Grid == Predicted->Grid)))
    return Refuse("the grid does not follow the block size");

  // Other launches that are made with what changes.
  std::vector<std::string> ChangedNames;
  for (unsigned S = 0; S < OldValues.size(); ++S)
    if ((*Changed)[HostSymbols::nameOf(S)].Integer != OldValues[S])
      ChangedNames.push_back(HostSymbols::nameOf(S));
  for (size_t J = 0; J < File.Launches.size(); ++J) {
    const LaunchAnswer &Other = File.Launches[J];
    const Reading &R = Readings[J];
    if (J == Index)
      continue;
    if (!R.Open) {
      if (Other.Site.Call == Answer.Site.Call || !Other.Site.Call)
        continue;
      return Refuse(
          formatv("the launch of '{0}' cannot be read", Other.Site.KernelName),
          Other.Site.Where);
    }
    bool Touched = false;
    auto Look = [&](const HostExpr &E) {
      Touched |= llvm::any_of(freeNames(E), [&](const std::string &N) {
        return llvm::is_contained(ChangedNames, N);
      });
    };
    for (unsigned D = 0; D < 3; ++D)
      Look(R.Open->Grid[D]), Look(R.Open->Block[D]);
    Look(R.Open->DynamicSharedBytes);
    for (const LaunchArg &A : R.Open->Args) {
      Look(A.Value);
      for (const auto &[Offset, E] : A.Fields)
        Look(E);
    }
    if (!Touched)
      continue;
    const std::string Also = formatv("the launch of '{0}' is made with it, too",
                                     Other.Site.KernelName);
    const KernelSummary *K = nullptr;
    for (const GpuAnswer &On : Other.PerGpu)
      K = K ? K : On.Kernel;
    if (!K || !Proven(*K))
      return Refuse(
          K ? formatv("{0}, and there {1}", Also, K->Independence.Reason).str()
            : Also,
          Other.Site.Where);
    if (auto Why = whyNotCovered(J, *K, *Changed))
      return Refuse(formatv("{0}, and there {1}", Also, *Why),
                    Other.Site.Where);
    // It is not to pay for this one's gain.
    BoundLaunch After = [&] {
      HostBindings B = *Changed;
      for (const auto &Entry : Assume)
        B[Entry.getKey()] = Entry.getValue();
      return bindLaunch(*R.Open, B);
    }();
    for (size_t G = 0; G < Other.PerGpu.size(); ++G) {
      const GpuAnswer &On = Other.PerGpu[G];
      if (!On.P || !On.Kernel || !After.L)
        return Refuse(Also, Other.Site.Where);
      auto P = predictLaunch(*On.Kernel, *After.L, File.Gpus[G]);
      constexpr double Slack = 1.02;
      const bool Slower = !P || P->TimeUs.Value > Slack * On.P->TimeUs.Value;
      if (!P)
        llvm::consumeError(P.takeError());
      if (Slower)
        return Refuse(Also + ", and would not gain", Other.Site.Where);
    }
  }

  for (const Place &P : Places) {
    const int64_t New = (*Changed)[HostSymbols::nameOf(P.Symbol)].Integer;
    if (New == OldValues[P.Symbol])
      continue;
    const BlockLiteral &L = P.Literal;
    if (auto Use = foreignUse(L))
      return Refuse(formatv("'{0}' is used for more than launches", Use->Name),
                    SM.getExpansionLoc(Use->Where));
    auto [Begin, End] = L.Spelled;
    if (!SM.isWrittenInMainFile(Begin) || !SM.isWrittenInMainFile(End))
      return Refuse("the number is not written in this file");
    const CharSourceRange Range = CharSourceRange::getTokenRange(Begin, End);
    auto Text = respelled(Lexer::getSourceText(Range, SM, Ctx.getLangOpts()),
                          New + P.Addend, L.IsFloating,
                          isa<IntegerLiteral, FloatingLiteral>(L.E));
    if (!Text)
      return Refuse("the number is spelled in an unusual way");
    Out.Edits.push_back({SourceRange(Begin, End), *Text});
  }
  if (Out.Edits.empty())
    return Refuse("nothing in this file makes the block size");
  return Out;
}
