//===- BlockRewrite.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/BlockRewrite.h"
#include "analysis/kernel/VariableArguments.h"
#include "plugin/host/Object.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace clang;

static std::array<uint64_t, 3> asArray(const Dim3 &D) {
  return {D.X, D.Y, D.Z};
}

static std::optional<unsigned> numberOf(llvm::StringRef Name) {
  unsigned Number;
  if (!HostSymbols::isName(Name) || Name.drop_front().getAsInteger(10, Number))
    return std::nullopt;
  return Number;
}

/// The symbol that \p E is.
static std::optional<unsigned> symbolOf(const HostExpr &E) {
  const HostExprNode *U = asUnknown(E);
  return U ? numberOf(U->Name) : std::nullopt;
}

/// The symbols in any expression of a launch.
static llvm::SmallVector<unsigned, 8> symbolsOf(const LaunchSite &Site) {
  llvm::SmallVector<unsigned, 8> Out;
  auto Collect = [&](const HostExpr &E) {
    for (const std::string &Name : freeNames(E))
      if (auto Number = numberOf(Name);
          Number && !llvm::is_contained(Out, *Number))
        Out.push_back(*Number);
  };
  llvm::for_each(Site.Grid, Collect);
  llvm::for_each(Site.Block, Collect);
  Collect(Site.DynamicSharedBytes);
  for (const LaunchArg &A : Site.Args) {
    Collect(A.Value);
    for (const auto &[Offset, Value] : A.Fields)
      Collect(Value);
  }
  return Out;
}

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
  for (Reading &R : Readings) {
    if (!R.Open)
      continue;
    for (unsigned D = 0; D < 3; ++D) {
      R.Block[D] = symbolOf(R.Open->Block[D]);
      R.Grid[D] = symbolOf(R.Open->Grid[D]);
    }
    R.Symbols = symbolsOf(*R.Open);
  }
}

std::optional<unsigned> BlockRewriter::symbolAt(HostSymbols::Place At) const {
  for (const Place &P : Places)
    if (P.Literal.Spelled == At)
      return P.Symbol;
  return std::nullopt;
}

/// Whether code outside of the function around the launch can name the number.
/// Where the file has an error, the AST may lack such a use.
static bool mayLackUses(const BlockLiteral &L, const ASTContext &Ctx) {
  return Ctx.getDiagnostics().hasUncompilableErrorOccurred() &&
         (L.E->getBeginLoc().isMacroID() ||
          llvm::any_of(L.Path, [](const ValueDecl *D) {
            const auto *V = dyn_cast<VarDecl>(D);
            return !V || V->hasGlobalStorage();
          }));
}

void BlockRewriter::open(const BlockLiteral &L, unsigned Symbol,
                         int64_t Addend) {
  if (symbolAt(L.Spelled))
    return;
  if (mayLackUses(L, Ctx)) {
    LacksUses = true;
    return;
  }
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

HostBindings BlockRewriter::named(size_t Index,
                                  const SymbolValues &Values) const {
  HostBindings B;
  for (unsigned S : Readings[Index].Symbols)
    B[HostSymbols::nameOf(S)].Integer = Values[S];
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

std::optional<BlockRewriter::SymbolValues>
BlockRewriter::valuesFor(size_t Index, const KernelSummary &Kernel,
                         const Dim3 &Block) const {
  const Reading &R = Readings[Index];
  if (!R.Open)
    return std::nullopt;
  const Launch &Old = *File.Launches[Index].Bound.L;
  const auto Before = asArray(Old.Block), After = asArray(Block);
  SymbolValues B = OldValues;
  for (unsigned D = 0; D < 3; ++D) {
    if (After[D] == Before[D] && !R.Block[D])
      continue;
    if (!R.Block[D])
      return std::nullopt;
    int64_t &V = B[*R.Block[D]];
    const auto Wanted = static_cast<int64_t>(After[D]);
    // One number makes two dimensions.
    if (V != OldValues[*R.Block[D]] && V != Wanted)
      return std::nullopt;
    V = Wanted;
  }
  for (unsigned D = 0; D < 3; ++D)
    if (R.Block[D] && B[*R.Block[D]] != static_cast<int64_t>(After[D]))
      return std::nullopt;
  // A grid that is a number: as many threads as before.
  for (unsigned D = 0; D < 3; ++D) {
    if (!R.Grid[D] || After[D] == Before[D] ||
        dependsOnBlock(Index, R.Open->Grid[D]) ||
        Kernel.Independence.Dims[D].Needed == ThreadsNeeded::Any)
      continue;
    const uint64_t Threads = asArray(Old.Grid)[D] * Before[D];
    B[*R.Grid[D]] =
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
    // A row by blockIdx.y alone: as many threads in fewer blocks leave rows
    // out.
    if (Asks.Needed == ThreadsNeeded::Unchanged) {
      if (asArray(Old.Grid)[D] != asArray(New.Grid)[D] ||
          asArray(Old.Block)[D] != asArray(New.Block)[D])
        return false;
      continue;
    }
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
  auto Settle = [&](Launch &L) { L.Conditions = Answer.Bound.L->Conditions; };
  auto Bind = [&](const LaunchSite &Site,
                  HostBindings Values) -> std::optional<Launch> {
    const HostBindings Named = std::move(Values);
    Values = Answer.Said;
    for (const HostBindings *From : {&Named, &Sizes})
      for (const auto &Entry : *From)
        Values[Entry.getKey()] = Entry.getValue();
    for (const auto &Entry : Assume)
      Values[Entry.getKey()] = Entry.getValue();
    std::optional<Launch> L = bindLaunch(Site, Values).L;
    if (L)
      Settle(*L);
    return L;
  };
  // The launch as it is, with these sizes.
  std::optional<Launch> Old;
  if (!Sizes.empty())
    Old = Bind(Answer.Site, {});
  else if ((Old = Answer.Bound.L)) // bound so for the analysis of the file
    Settle(*Old);
  if (!Old)
    return std::nullopt;
  if (Old->Variables.empty() && Answer.Bound.L)
    Old->Variables = Answer.Bound.L->Variables;
  addVariableArguments(Kernel, *Old);
  if (Old->Block == Block)
    return Old;
  const Launch Covering = coveringLaunch(*Old, Kernel, Block);
  auto Checked = [&](Launch New) -> std::optional<Launch> {
    New.Variables = Old->Variables;
    addVariableArguments(Kernel, New);
    if (!doesTheSame(Kernel, *Old, New))
      return std::nullopt;
    // What a walk or a recorded run knows of the launch beside its sizes is as
    // true with another block.
    if (New.Args.size() == Old->Args.size()) {
      for (size_t I = 0; I < New.Args.size(); ++I)
        if (New.Args[I].K == ArgValue::Kind::Unknown || New.Args[I].isAssumed())
          New.Args[I] = Old->Args[I];
      New.PointerBytes = Old->PointerBytes;
      New.Why = Old->Why;
    }
    return New;
  };
  const bool Editable =
      R.Open && llvm::any_of(R.Block, [](auto S) { return S.has_value(); });
  if (!Editable)
    return Checked(Covering);
  auto Values = valuesFor(Index, Kernel, Block);
  if (!Values)
    return std::nullopt;
  std::optional<Launch> L = Bind(*R.Open, named(Index, *Values));
  if (!L || !(L->Block == Block))
    return std::nullopt;
  // A grid that the source computes elsewhere would be made to cover as much.
  uint64_t *Into[] = {&L->Grid.X, &L->Grid.Y, &L->Grid.Z};
  for (unsigned D = 0; D < 3; ++D)
    if (!R.Grid[D] && !dependsOnBlock(Index, R.Open->Grid[D]))
      *Into[D] = asArray(Covering.Grid)[D];
  return Checked(*L);
}
