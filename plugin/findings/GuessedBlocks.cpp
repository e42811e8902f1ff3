//===- GuessedBlocks.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/GuessedBlocks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gpuperf {

/// Whether only the block's names keep the launch from being bound.
static bool lacksBlock(const LaunchAnswer &A) {
  return !A.Bound.L && A.Site.Kernel && !A.Site.ContainsErrors &&
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
/// and of columns.
static int64_t usual(unsigned Makes, unsigned AllOpen, size_t Set) {
  static constexpr int64_t Line[] = {256, 128}, Square[] = {16, 32},
                           Row[] = {32, 16}, Column[] = {8, 16};
  if ((Makes & 3u) == 3)
    return Square[Set];
  if (Makes & 4u)
    return 1;
  if (Makes & 2u)
    return Column[Set];
  return AllOpen & 2u ? Row[Set] : Line[Set];
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

std::vector<HostBindings> guessedBlocks(const FileAnalysis &File,
                                        ASTContext &Ctx) {
  constexpr size_t Sets = 2;
  std::vector<HostBindings> Out(Sets);
  for (const LaunchAnswer &A : File.Launches) {
    if (!lacksBlock(A))
      continue;
    const auto Names = namesOfBlock(A.Site);
    if (!Names)
      continue;
    unsigned All = 0;
    for (const auto &Entry : *Names)
      All |= Entry.getValue();
    for (const auto &Entry : *Names) {
      const auto Initial = beginsWith(Ctx, Entry.getKey());
      for (size_t Set = 0; Set < Sets; ++Set)
        Out[Set][Entry.getKey()].Integer =
            Initial ? *Initial : usual(Entry.getValue(), All, Set);
    }
  }
  if (Out.front().empty())
    Out.clear();
  return Out;
}

FileAnalysis onlyGuessed(const FileAnalysis &WithBlocks,
                         const FileAnalysis &File) {
  FileAnalysis Out = WithBlocks;
  Out.Launches.clear();
  if (WithBlocks.Launches.size() == File.Launches.size())
    for (size_t I = 0; I < File.Launches.size(); ++I)
      if (lacksBlock(File.Launches[I]) && WithBlocks.Launches[I].Bound.L)
        Out.Launches.push_back(WithBlocks.Launches[I]);
  return Out;
}

} // namespace gpuperf
