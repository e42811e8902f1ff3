//===- OtherTile.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/recompiled/OtherTile.h"
#include "analysis/advice/RelativeBand.h"
#include "analysis/advice/launches/LaunchAdvice.h"
#include "plugin/findings/recompiled/ChangedNumber.h"
#include "plugin/findings/recompiled/ThreadWork.h"
#include "plugin/rewrite/BlockConstant.h"
#include "plugin/rewrite/NameUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace gpuperf;
using namespace clang;

namespace {
/// Sides of tiles that are looked at: powers of two in this range.
constexpr unsigned LeastSide = 16, MostSide = 512;
/// Constants of one launch that are tried.
constexpr size_t MostConstants = 3;

/// Whether the grid of \p B follows the tile's side from \p Old to \p New in
/// one dimension or two, and stays in the others.
bool gridFollows(const Dim3 &A, const Dim3 &B, unsigned Old, unsigned New) {
  const std::pair<uint64_t, uint64_t> Sides[] = {
      {A.X, B.X}, {A.Y, B.Y}, {A.Z, B.Z}};
  unsigned Followed = 0;
  for (auto [Before, After] : Sides) {
    if (Before == After)
      continue;
    // The last tile of either may be partly filled.
    if (After * New + Old <= Before * Old || Before * Old + New <= After * New)
      return false;
    ++Followed;
  }
  return Followed == 1 || Followed == 2;
}

class Finder {
public:
  Finder(ASTContext &Ctx, const FileAnalysis &File, const LaunchAnswer &Answer,
         size_t Gpu, double MinGainPercent, ChangedAnalysis Analyze)
      : Ctx(Ctx), File(File), Answer(Answer), Gpu(Gpu),
        MinGainPercent(MinGainPercent), Analyze(Analyze) {}

  OtherTiles find() {
    for (const OtherTile &Constant : constants())
      for (unsigned Number : {Constant.Now / 2, Constant.Now * 2})
        if (Number >= LeastSide && Number <= MostSide)
          tryNumber(Constant, Number);
    return std::move(Out);
  }

private:
  /// Named numbers that the grid is divided by and the block is not made with.
  std::vector<OtherTile> constants() const {
    std::vector<OtherTile> Found;
    const NameUses Uses(Ctx);
    const auto OfBlock =
        collectBlockLiterals(Answer.Site.BlockExpr, Uses.Assigned, Ctx);
    for (const BlockLiteral &L :
         collectBlockLiterals(Answer.Site.GridExpr, Uses.Assigned, Ctx)) {
      const auto Side = static_cast<unsigned>(L.Value);
      if (L.IsFloating || !L.InDivision || !isa<IntegerLiteral>(L.E) ||
          Side < LeastSide || Side > MostSide || !llvm::isPowerOf2_32(Side))
        continue;
      auto IsSame = [&](const auto &Other) {
        return Other.Spelled == L.Spelled;
      };
      if (llvm::any_of(OfBlock, IsSame) || llvm::any_of(Found, IsSame))
        continue;
      OtherTile T;
      T.Name = constantNameOf(L, Ctx);
      T.Spelled = L.Spelled;
      T.Now = Side;
      if (!T.Name.empty() && Found.size() < MostConstants)
        Found.push_back(std::move(T));
    }
    return Found;
  }

  void tryNumber(const OtherTile &Constant, unsigned Number) {
    auto Text = withNumber(Ctx, Constant.Spelled, Number);
    if (!Text)
      return;
    Analyze({{std::move(*Text)}}, [&](const FileAnalysis &In) {
      const GpuAnswer *On = sameLaunch(In, Constant.Now, Number);
      if (!On)
        return;
      OtherTile T = Constant;
      T.Number = Number;
      T.Grid = On->Asked.Grid;
      T.WithUs = On->P->TimeUs.Value;
      const Change C{speedup(*Answer.PerGpu[Gpu].P, *On->P)};
      if (C.isGain(MinGainPercent) &&
          (!Out.Best || T.WithUs < Out.Best->WithUs))
        Out.Best = T;
      Out.Tried.push_back(std::move(T));
    });
  }

  /// The launch in \p In, if it does as much there with the same block and a
  /// grid that has followed the tile.
  const GpuAnswer *sameLaunch(const FileAnalysis &In, unsigned Old,
                              unsigned New) const {
    const auto Index = static_cast<size_t>(&Answer - File.Launches.data());
    if (Index >= File.Launches.size() ||
        In.Launches.size() != File.Launches.size() ||
        In.Gpus.size() != File.Gpus.size())
      return nullptr;
    const LaunchAnswer &There = In.Launches[Index];
    if (!There.Bound.L || !There.Site.Kernel || !Answer.Site.Kernel ||
        There.Site.isBroken() ||
        There.Site.Kernel->getName() != Answer.Site.Kernel->getName() ||
        There.Bound.L->Block != Answer.Bound.L->Block ||
        Gpu >= There.PerGpu.size() ||
        !gridFollows(Answer.Bound.L->Grid, There.Bound.L->Grid, Old, New))
      return nullptr;
    const GpuAnswer &On = There.PerGpu[Gpu];
    if (!On.P || !On.Kernel)
      return nullptr;
    constexpr double Alike = 1.02;
    const double Before = computedBy(Answer.PerGpu[Gpu]),
                 After = computedBy(On);
    if (!(Before > 0) || Before > After * Alike || After > Before * Alike)
      return nullptr;
    return &On;
  }

  ASTContext &Ctx;
  const FileAnalysis &File;
  const LaunchAnswer &Answer;
  size_t Gpu;
  double MinGainPercent;
  ChangedAnalysis Analyze;
  OtherTiles Out;
};
} // namespace

OtherTiles gpuperf::findOtherTiles(ASTContext &Ctx, const FileAnalysis &File,
                                   const LaunchAnswer &Answer, size_t Gpu,
                                   double MinGainPercent,
                                   ChangedAnalysis Analyze) {
  if (!Answer.Site.GridExpr || !Answer.Site.BlockExpr || !Answer.Bound.L ||
      !Answer.Bound.BlockKnown || Gpu >= Answer.PerGpu.size() ||
      !Answer.PerGpu[Gpu].P)
    return {};
  return Finder(Ctx, File, Answer, Gpu, MinGainPercent, Analyze).find();
}
