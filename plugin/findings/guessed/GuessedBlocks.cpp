//===- GuessedBlocks.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/guessed/GuessedBlocks.h"
#include "plugin/findings/guessed/ThreadRows.h"
#include "plugin/launch/OpenNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gpuperf {

/// Whether only the block's names keep the launch from being bound, and no run
/// of the program says what they are.
static bool lacksBlock(const LaunchAnswer &A) {
  const bool IsRun = llvm::any_of(A.Contexts, [](const LaunchContext &C) {
    return C.Bound.L && C.Bound.BlockKnown;
  });
  return !A.Bound.L && !IsRun && A.Site.Kernel && !A.Site.isBroken() &&
         !A.Site.InDeviceCode && !A.Site.IsDead &&
         llvm::all_of(A.Site.Block, [](const HostExpr &E) { return bool(E); });
}

/// Names that are one number of a block, by the dimensions that they make.
/// Nothing where a dimension is made in another way.
static std::optional<llvm::StringMap<unsigned>>
namesOfBlock(const LaunchSite &Site) {
  llvm::StringMap<unsigned> Out;
  for (unsigned D = 0; D < 3; ++D) {
    const HostExpr &E = Site.Block[D];
    if (isConstant(E))
      continue;
    const std::vector<std::string> Names = freeNames(E);
    if (Names.size() != 1)
      return std::nullopt;
    Out[Names.front()] |= 1u << D;
  }
  return Out;
}

/// Usual numbers for a name: of blocks in one dimension, of squares, of rows
/// and of columns. \p HasRows: of a kernel whose threads have a y.
static int64_t usual(unsigned Makes, unsigned AllOpen, bool HasRows,
                     size_t Set) {
  static constexpr int64_t Line[] = {256, 128}, Square[] = {16, 32},
                           Row[] = {32, 16}, Column[] = {8, 16};
  if ((Makes & 3u) == 3)
    return Square[Set];
  if (Makes & 4u || (Makes & 2u && !HasRows))
    return 1;
  // Where x is known, a column is all of the block that is open.
  if (Makes & 2u)
    return AllOpen & 1u ? Column[Set] : Line[Set];
  return AllOpen & 2u && HasRows ? Row[Set] : Line[Set];
}

/// What the variable \p Name outside of functions begins with.
static std::optional<int64_t> beginsWith(ASTContext &Ctx,
                                         llvm::StringRef Name) {
  const DeclarationName At(&Ctx.Idents.get(Name));
  for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(At))
    if (const auto *V = dyn_cast<VarDecl>(D))
      if (const Expr *Init = V->getAnyInitializer();
          Init && !Init->isValueDependent())
        if (Expr::EvalResult R; Init->EvaluateAsInt(R, Ctx))
          if (R.Val.getInt().isStrictlyPositive() &&
              R.Val.getInt().getActiveBits() < 32)
            return R.Val.getInt().getZExtValue();
  return std::nullopt;
}

namespace {
/// What a name makes of the blocks of a file.
struct BlockName {
  unsigned Makes = 0, AllOpen = 0;
  bool HasRows = false;
  std::optional<int64_t> ByCallers;
};
} // namespace

std::vector<HostBindings> guessedBlocks(const FileAnalysis &File,
                                        ASTContext &Ctx) {
  constexpr size_t Sets = 2;
  // One name may stand in several functions, for kernels of all kinds.
  llvm::StringMap<BlockName> All;
  for (const LaunchAnswer &A : File.Launches) {
    if (!lacksBlock(A))
      continue;
    const auto Names = namesOfBlock(A.Site);
    if (!Names)
      continue;
    auto ByCallers = [&](llvm::StringRef Name) {
      const auto It = A.Site.CallersHere.find(Name);
      return It == A.Site.CallersHere.end() || It->getValue().Integer <= 0
                 ? std::optional<int64_t>()
                 : It->getValue().Integer;
    };
    unsigned Open = 0;
    for (const auto &Entry : *Names)
      if (!ByCallers(Entry.getKey()))
        Open |= Entry.getValue();
    const bool HasRows = asksForRows(*A.Site.Kernel);
    for (const auto &Entry : *Names) {
      BlockName &Of = All[Entry.getKey()];
      Of.Makes |= Entry.getValue();
      Of.AllOpen |= Open;
      Of.HasRows |= HasRows;
      if (const auto Number = ByCallers(Entry.getKey()))
        Of.ByCallers = Number;
    }
  }
  std::vector<HostBindings> Out(All.empty() ? 0 : Sets);
  for (const auto &Entry : All) {
    const BlockName &Of = Entry.getValue();
    // A thread for each cluster or class is a few threads.
    auto Initial = Of.ByCallers ? Of.ByCallers : usualSize(Entry.getKey());
    if (!Initial)
      Initial = beginsWith(Ctx, Entry.getKey());
    for (size_t Set = 0; Set < Out.size(); ++Set)
      Out[Set][Entry.getKey()].Integer =
          Initial ? *Initial : usual(Of.Makes, Of.AllOpen, Of.HasRows, Set);
  }
  return Out;
}

/// Whether the block has rows that the kernel knows nothing of: it was guessed
/// for another kernel whose block has the same name.
static bool isOfAnotherKernel(const LaunchAnswer &A) {
  const Dim3 &Block = A.Bound.L->Block;
  return (Block.Y > 1 || Block.Z > 1) && !asksForRows(*A.Site.Kernel);
}

/// A stride that the guess makes is no fact.
static void markGuessed(LaunchAnswer &A, const HostBindings &Blocks) {
  for (size_t I = 0; I < A.Site.Args.size(); ++I) {
    if (llvm::none_of(namesInArgument(A.Site, I), [&](const std::string &Name) {
          return Blocks.count(Name) > 0;
        }))
      continue;
    for (GpuAnswer &On : A.PerGpu)
      if (I < On.Asked.Args.size())
        On.Asked.Args[I].From = Provenance::Unknown;
  }
}

FileAnalysis onlyGuessed(const FileAnalysis &WithBlocks,
                         const FileAnalysis &File, const HostBindings &Blocks) {
  FileAnalysis Out = WithBlocks;
  Out.Launches.clear();
  if (WithBlocks.Launches.size() == File.Launches.size())
    for (size_t I = 0; I < File.Launches.size(); ++I)
      if (lacksBlock(File.Launches[I]) && WithBlocks.Launches[I].Bound.L &&
          !isOfAnotherKernel(WithBlocks.Launches[I]))
        markGuessed(Out.Launches.emplace_back(WithBlocks.Launches[I]), Blocks);
  return Out;
}

} // namespace gpuperf
