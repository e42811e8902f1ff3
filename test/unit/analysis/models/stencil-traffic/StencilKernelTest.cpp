//===- StencilKernelTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/stencil-traffic/StencilKernel.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"
#include <cmath>
#include <set>

using namespace gpuperf;

namespace {
/// Bytes per step of one variable of an address.
struct Term {
  ExprKind Kind = ExprKind::Constant;
  int64_t Bytes = 0;
  LoopId Loop = 0;
};
using Terms = std::vector<Term>;

/// Kernels whose accesses are linear in thread, block and loops.
class LinearKernel : public KernelBuilder {
public:
  BlockId Entry = block("entry");

  Access &access(BlockId B, MemSpace Space, AccessKind Kind, uint32_t Base,
                 const Terms &Address, int64_t Constant, uint32_t Bytes = 8) {
    const bool Load = Kind == AccessKind::Load;
    InstrId I = memory(B,
                       Space == MemSpace::Shared
                           ? Load ? OpClass::LoadShared : OpClass::StoreShared
                       : Load ? OpClass::LoadGlobal
                              : OpClass::StoreGlobal,
                       Space, Kind, "", Bytes);
    Access &A = K.Accesses[K.Instrs[I].Mem];
    A.Base = Space == MemSpace::Shared ? Access::BaseKind::Variable
                                       : Access::BaseKind::Argument;
    A.BaseIndex = Base, A.Affine = true;
    A.Offset = K.Exprs.constant(Constant);
    for (const Term &T : Address) {
      ExprNode Leaf, Product, Sum;
      Leaf.Kind = T.Kind, Leaf.Width = Product.Width = Sum.Width = 64;
      if (T.Kind == ExprKind::LoopIter)
        Leaf.Aux = T.Loop;
      Product.Kind = ExprKind::Mul;
      Product.Ops = {K.Exprs.get(Leaf), K.Exprs.constant(T.Bytes), NoExpr};
      Sum.Kind = ExprKind::Add;
      Sum.Ops = {A.Offset, K.Exprs.get(Product), NoExpr};
      A.Offset = K.Exprs.get(Sum);
    }
    return A;
  }
  void load(BlockId B, uint32_t Base, const Terms &Address, int64_t At) {
    access(B, MemSpace::Global, AccessKind::Load, Base, Address, At);
  }
  void store(BlockId B, uint32_t Base, const Terms &Address, int64_t At) {
    access(B, MemSpace::Global, AccessKind::Store, Base, Address, At);
  }
  /// A block that is a loop by itself.
  std::pair<BlockId, LoopId> loopBlock(LoopId Parent = NoId) {
    BlockId B = block("loop");
    LoopId L = loop(B, {B}, {B}, Parent);
    return {B, L};
  }
};

// 64 x 64 x 64 doubles with a layer of halo, blocks of 16 x 4 x 2.
constexpr int64_t E = 8, Row = 66 * E, Plane = 66 * Row;
constexpr int64_t First = Plane + Row + E;

Launch blocked() {
  Launch L;
  L.Block = {16, 4, 2};
  L.Grid = {4, 16, 32};
  return L;
}
Terms cell() {
  return {{ExprKind::TidX, E},     {ExprKind::CtaidX, 16 * E},
          {ExprKind::TidY, Row},   {ExprKind::CtaidY, 4 * Row},
          {ExprKind::TidZ, Plane}, {ExprKind::CtaidZ, 2 * Plane}};
}
/// 16 x 4 threads, a plane at a time.
Launch walked() {
  Launch L;
  L.Block = {16, 4, 1};
  L.Grid = {4, 16, 1};
  return L;
}
Terms walkedCell(LoopId Z) {
  return {{ExprKind::TidX, E},
          {ExprKind::CtaidX, 16 * E},
          {ExprKind::TidY, Row},
          {ExprKind::CtaidY, 4 * Row},
          {ExprKind::LoopIter, Plane, Z}};
}

LinearKernel sevenPoints() {
  LinearKernel B;
  for (int64_t D : {int64_t(0), -E, E, -Row, Row, -Plane, Plane})
    B.load(B.Entry, 0, cell(), First + D);
  B.store(B.Entry, 1, cell(), First);
  B.ret(B.Entry);
  return B;
}

StencilKernel found(const KernelSummary &K, const Launch &L, double Trip = 1) {
  auto S = findStencil(K, L, flatProfile(K, L, Trip));
  EXPECT_TRUE(bool(S)) << llvm::toString(S.takeError());
  return S ? *S : StencilKernel();
}
std::string refused(const KernelSummary &K, const Launch &L, double Trip = 1) {
  auto S = findStencil(K, L, flatProfile(K, L, Trip));
  return S ? "" : llvm::toString(S.takeError());
}
std::set<StencilPoint> pointsOf(const StencilKernel &S, size_t Array = 0) {
  if (Array >= S.Problem.Arrays.size())
    return {};
  return {S.Problem.Arrays[Array].begin(), S.Problem.Arrays[Array].end()};
}
std::set<StencilPoint> asSet(const std::vector<StencilPoint> &P) {
  return {P.begin(), P.end()};
}

TEST(StencilKernel, SevenPointsInThreeDimensions) {
  StencilKernel S = found(sevenPoints().K, blocked());
  EXPECT_EQ(S.Axes, 3u);
  EXPECT_FALSE(S.Walks);
  const StencilProblem &P = S.Problem;
  EXPECT_EQ(pointsOf(S), asSet(starPoints()));
  EXPECT_DOUBLE_EQ(P.ElementBytes, 8);
  EXPECT_DOUBLE_EQ(P.Tile.X, 16);
  EXPECT_DOUBLE_EQ(P.Tile.Y, 4);
  EXPECT_DOUBLE_EQ(P.Tile.Z, 2);
  EXPECT_DOUBLE_EQ(P.Cells.count(), 64 * 64 * 64);
  EXPECT_DOUBLE_EQ(P.PitchCells, 66);
  EXPECT_DOUBLE_EQ(P.FirstCell, 1);
  EXPECT_DOUBLE_EQ(P.PlainArrays, 0);
  EXPECT_DOUBLE_EQ(P.WrittenArrays, 1);
  EXPECT_DOUBLE_EQ(P.OnChipReads, 7);
  EXPECT_FALSE(P.Staged);
  EXPECT_DOUBLE_EQ(S.ComputedShare, 1);
}

TEST(StencilKernel, ThreadsBeyondTheDomainComputeNothing) {
  LinearKernel B = sevenPoints();
  WarpProfile W = flatProfile(B.K, blocked());
  for (AccessProfile &A : W.Accesses)
    A.ActiveLanes = 24;
  auto S = findStencil(B.K, blocked(), W);
  ASSERT_TRUE(bool(S)) << llvm::toString(S.takeError());
  EXPECT_DOUBLE_EQ(S->ComputedShare, 0.75);
}

TEST(StencilKernel, AGridThatReachesOverTheRowsEnd) {
  // Two blocks of 48 for 64 cells, in rows of 66.
  LinearKernel B;
  Terms Cell = cell();
  Cell[1].Bytes = 48 * E;
  Launch L = blocked();
  L.Block.X = 48, L.Grid.X = 2;
  for (int64_t D : {int64_t(0), -E, E})
    B.load(B.Entry, 0, Cell, First + D);
  B.store(B.Entry, 1, Cell, First);
  WarpProfile W = flatProfile(B.K, L);
  for (AccessProfile &A : W.Accesses)
    A.ActiveLanes = 32 * 64.0 / 96;
  auto S = findStencil(B.K, L, W);
  ASSERT_TRUE(bool(S)) << llvm::toString(S.takeError());
  EXPECT_DOUBLE_EQ(S->Problem.Cells.X, 64);
  EXPECT_DOUBLE_EQ(S->Problem.Tile.X, 48);
  EXPECT_DOUBLE_EQ(S->ComputedShare, 1);
}

TEST(StencilKernel, ArraysWithAndWithoutNeighbours) {
  LinearKernel B = sevenPoints();
  B.load(B.Entry, 2, cell(), First);                 // at the cell
  B.load(B.Entry, 3, {{ExprKind::Constant, 0}}, 40); // a coefficient
  B.load(B.Entry, 0, cell(), First + 1000 * Plane);  // another field
  for (int64_t D : {int64_t(0), -E, E})
    B.load(B.Entry, 4, cell(), First + D);
  B.store(B.Entry, 5, cell(), First);
  StencilKernel S = found(B.K, blocked());
  ASSERT_EQ(S.Problem.Arrays.size(), 2u);
  EXPECT_EQ(pointsOf(S, 0), asSet(starPoints()));
  EXPECT_EQ(pointsOf(S, 1),
            (std::set<StencilPoint>{{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}));
  EXPECT_DOUBLE_EQ(S.Problem.PlainArrays, 2);
  EXPECT_DOUBLE_EQ(S.Problem.WrittenArrays, 2);
}

TEST(StencilKernel, AxesAreThoseOfTheAddresses) {
  // The same cells with z on threads' x: rows are contiguous along tid.z.
  LinearKernel B;
  const Terms Turned = {{ExprKind::TidZ, E},
                        {ExprKind::CtaidZ, 2 * E},
                        {ExprKind::TidX, Row},
                        {ExprKind::CtaidX, 16 * Row}};
  Launch L;
  L.Block = {16, 1, 2}, L.Grid = {4, 1, 32};
  for (int64_t D : {int64_t(0), E, Row})
    B.load(B.Entry, 0, Turned, First + D);
  B.store(B.Entry, 1, Turned, First);
  StencilKernel S = found(B.K, L);
  EXPECT_EQ(S.Axes, 2u);
  EXPECT_EQ(pointsOf(S),
            (std::set<StencilPoint>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_DOUBLE_EQ(S.Problem.Tile.X, 2);
  EXPECT_DOUBLE_EQ(S.Problem.Tile.Y, 16);
}

TEST(StencilKernel, LoopsAroundReadsAreAFilter) {
  // for dy: for dx: in[y + dy - 1][x + dx - 1]; then one store.
  LinearKernel B;
  Launch L;
  L.Block = {16, 4, 1}, L.Grid = {4, 16, 1};
  Terms Cell = {{ExprKind::TidX, E},
                {ExprKind::CtaidX, 16 * E},
                {ExprKind::TidY, Row},
                {ExprKind::CtaidY, 4 * Row}};
  auto [Outer, Dy] = B.loopBlock();
  auto [Inner, Dx] = B.loopBlock(Dy);
  Terms Reach = Cell;
  Reach.push_back({ExprKind::LoopIter, Row, Dy});
  Reach.push_back({ExprKind::LoopIter, E, Dx});
  B.load(Inner, 0, Reach, First - Row - E);
  B.load(Inner, 2, {{ExprKind::LoopIter, E, Dx}}, 0); // the filter
  BlockId Exit = B.block("exit");
  B.store(Exit, 1, Cell, First);
  StencilKernel S = found(B.K, L, /*Trip=*/3);
  std::set<StencilPoint> Square;
  for (int Y = -1; Y <= 1; ++Y)
    for (int X = -1; X <= 1; ++X)
      Square.insert({X, Y, 0});
  EXPECT_EQ(pointsOf(S), Square);
  EXPECT_DOUBLE_EQ(S.Problem.OnChipReads, 9);
  EXPECT_DOUBLE_EQ(S.Problem.PlainArrays, 0);
  EXPECT_DOUBLE_EQ(S.Problem.Cells.count(), 64 * 64);
}

TEST(StencilKernel, ABlockThatWalksOverPlanes) {
  LinearKernel B;
  auto [Body, Z] = B.loopBlock();
  for (int64_t D : {int64_t(0), -E, E, -Row, Row, -Plane, Plane})
    B.load(Body, 0, walkedCell(Z), First + D);
  B.store(Body, 1, walkedCell(Z), First);
  StencilKernel S = found(B.K, walked(), /*Trip=*/64);
  EXPECT_TRUE(S.Walks);
  EXPECT_FALSE(S.Problem.Staged);
  EXPECT_EQ(pointsOf(S), asSet(starPoints()));
  EXPECT_DOUBLE_EQ(S.Problem.Tile.Z, 64);
  EXPECT_DOUBLE_EQ(S.Problem.Cells.count(), 64 * 64 * 64);
  EXPECT_DOUBLE_EQ(S.ComputedShare, 1);
}

TEST(StencilKernel, LoopsThatLengthenAnAxis) {
  auto WithLoop = [](Term Loop, int64_t BlockBytes) {
    LinearKernel B;
    auto [Body, L] = B.loopBlock();
    Loop.Loop = L;
    const Terms Cell = {
        {ExprKind::TidX, E}, {ExprKind::CtaidX, BlockBytes}, Loop};
    for (int64_t D : {int64_t(0), -E, E})
      B.load(Body, 0, Cell, 1000 * E + D);
    B.store(Body, 1, Cell, 1000 * E);
    return B;
  };
  Launch L = launchOf(10, 64);
  // Grid stride: 5 rounds of 640 cells.
  StencilKernel S =
      found(WithLoop({ExprKind::LoopIter, 640 * E}, 64 * E).K, L, 5);
  EXPECT_EQ(S.Axes, 1u);
  EXPECT_DOUBLE_EQ(S.Problem.Tile.X, 64);
  EXPECT_DOUBLE_EQ(S.Problem.Cells.X, 3200);
  // Five cells per thread, 64 apart.
  S = found(WithLoop({ExprKind::LoopIter, 64 * E}, 320 * E).K, L, 5);
  EXPECT_EQ(S.Axes, 1u);
  EXPECT_DOUBLE_EQ(S.Problem.Tile.X, 320);
  EXPECT_DOUBLE_EQ(S.Problem.Cells.X, 3200);
}

TEST(StencilKernel, SeveralCellsAtOnce) {
  // Four neighbours per thread, as unrolled loops and vector types do.
  auto AtOnce = [](int64_t Step, int64_t ReachLo, int64_t ReachHi) {
    LinearKernel B;
    const Terms Cell = {{ExprKind::TidX, E},
                        {ExprKind::CtaidX, 32 * E},
                        {ExprKind::TidY, 4 * Row},
                        {ExprKind::CtaidY, 16 * Row}};
    const Terms Along = {{ExprKind::TidX, 4 * E}, {ExprKind::CtaidX, 128 * E}};
    const Terms &Address = Step == E ? Along : Cell;
    for (int64_t D = ReachLo; D < 4 + ReachHi; ++D)
      B.load(B.Entry, 0, Address, First + D * Step);
    for (int64_t D = 0; D < 4; ++D)
      B.store(B.Entry, 1, Address, First + D * Step);
    return B;
  };
  StencilKernel S = found(AtOnce(E, -1, 1).K, launchOf(10, 32));
  EXPECT_EQ(pointsOf(S),
            (std::set<StencilPoint>{{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}));
  EXPECT_DOUBLE_EQ(S.Problem.Tile.X, 128);
  EXPECT_DOUBLE_EQ(S.Problem.Cells.X, 1280);
  EXPECT_DOUBLE_EQ(S.Problem.OnChipReads, 6.0 / 4);
  EXPECT_DOUBLE_EQ(S.Problem.WrittenArrays, 1);
  EXPECT_DOUBLE_EQ(S.ComputedShare, 1);
  // Rows.
  Launch L;
  L.Block = {32, 4, 1}, L.Grid = {2, 4, 1};
  S = found(AtOnce(Row, -1, 1).K, L);
  EXPECT_EQ(pointsOf(S),
            (std::set<StencilPoint>{{0, -1, 0}, {0, 0, 0}, {0, 1, 0}}));
  EXPECT_DOUBLE_EQ(S.Problem.Tile.Y, 16);
  EXPECT_DOUBLE_EQ(S.Problem.Cells.Y, 64);
  // A copy of four reads four places, but each cell its own.
  EXPECT_NE(refused(AtOnce(E, 0, 0).K, launchOf(10, 32)), "");
  EXPECT_NE(refused(AtOnce(Row, 0, 0).K, L), "");
}

TEST(StencilKernel, ATileInSharedMemory) {
  enum { Own, WithHalo, InRounds };
  for (int Fill : {Own, WithHalo, InRounds}) {
    LinearKernel B;
    auto [Body, Z] = B.loopBlock();
    const Terms Mine = {{ExprKind::TidX, E}, {ExprKind::TidY, 18 * E}};
    B.load(Body, 0, walkedCell(Z), First);
    if (Fill == WithHalo)
      for (int64_t D : {-E, E, -Row, Row})
        B.load(Body, 0, walkedCell(Z), First + D);
    if (Fill == InRounds)
      for (int64_t Round = 1; Round < 8; ++Round)
        B.load(Body, 0, walkedCell(Z), First + Round * 48 * E);
    B.access(Body, MemSpace::Shared, AccessKind::Store, 0, Mine, 19 * E);
    for (int64_t D : {int64_t(0), -E, E, -18 * E, 18 * E})
      B.access(Body, MemSpace::Shared, AccessKind::Load, 0, Mine, 19 * E + D);
    B.store(Body, 1, walkedCell(Z), First);
    StencilKernel S = found(B.K, walked(), 64);
    EXPECT_TRUE(S.Problem.Staged);
    EXPECT_TRUE(S.Walks);
    ASSERT_EQ(S.Problem.Arrays.size(), 1u) << Fill;
    EXPECT_EQ(pointsOf(S),
              (std::set<StencilPoint>{
                  {0, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}}));
    EXPECT_DOUBLE_EQ(S.Problem.PlainArrays, 0) << Fill;
    EXPECT_DOUBLE_EQ(S.Problem.OnChipReads, 5);
  }
}

constexpr char NoNeighbours[] = "no array is read at three or more places "
                                "around the cell that a thread stores";

TEST(StencilKernel, WhatIsNoStencil) {
  LinearKernel Copy;
  Copy.load(Copy.Entry, 0, cell(), First);
  Copy.store(Copy.Entry, 1, cell(), First);
  EXPECT_EQ(refused(Copy.K, blocked()), NoNeighbours);

  LinearKernel NoStore;
  NoStore.load(NoStore.Entry, 0, cell(), 0);
  EXPECT_NE(refused(NoStore.K, blocked()).find("no thread stores a cell"),
            std::string::npos);

  // One result per block.
  LinearKernel Sum;
  for (int64_t D : {0, 1, 2})
    Sum.load(Sum.Entry, 0, cell(), First + D * E);
  Sum.store(Sum.Entry, 1, {{ExprKind::CtaidX, E}}, 0);
  EXPECT_EQ(refused(Sum.K, blocked()),
            "several threads store to the same cell");

  // Three floats of a structure per thread.
  LinearKernel Structures;
  const Terms Apart = {{ExprKind::TidX, 24}, {ExprKind::CtaidX, 32 * 24}};
  for (int64_t D : {0, 8, 16})
    Structures.load(Structures.Entry, 0, Apart, D);
  Structures.store(Structures.Entry, 1, Apart, 0);
  EXPECT_EQ(refused(Structures.K, launchOf(4, 32)),
            "the stored cells are not contiguous along any axis");

  // More other fields than neighbours.
  LinearKernel Many = sevenPoints();
  for (int64_t D = 1; D < 9; ++D)
    Many.load(Many.Entry, 0, cell(), First + 100 * D * Plane);
  EXPECT_EQ(refused(Many.K, blocked()),
            "most of what is read is further away than the neighbours of the "
            "cell that a thread stores");

  // Three arrays in one allocation.
  LinearKernel Fields;
  for (int64_t D : {0, 1, 2})
    Fields.load(Fields.Entry, 0, cell(), First + 100 * D * Plane);
  Fields.store(Fields.Entry, 1, cell(), First);
  EXPECT_EQ(refused(Fields.K, blocked()), NoNeighbours);
}

TEST(StencilKernel, MatrixProductsAndScansAreNone) {
  // C[y][x] += A[y][k] * B[k][x], tiles in shared memory.
  LinearKernel Product;
  Launch L;
  L.Block = {16, 16, 1}, L.Grid = {4, 4, 1};
  auto [Inner, K] = Product.loopBlock();
  Product.access(Inner, MemSpace::Shared, AccessKind::Load, 0,
                 {{ExprKind::TidY, 16 * E}, {ExprKind::LoopIter, E, K}}, 0);
  Product.access(Inner, MemSpace::Shared, AccessKind::Load, 1,
                 {{ExprKind::TidX, E}, {ExprKind::LoopIter, 16 * E, K}}, 0);
  Product.load(Inner, 2,
               {{ExprKind::TidY, 64 * E},
                {ExprKind::CtaidY, 1024 * E},
                {ExprKind::LoopIter, E, K}},
               0);
  BlockId Exit = Product.block("exit");
  Product.store(Exit, 3,
                {{ExprKind::TidX, E},
                 {ExprKind::CtaidX, 16 * E},
                 {ExprKind::TidY, 64 * E},
                 {ExprKind::CtaidY, 1024 * E}},
                0);
  EXPECT_EQ(refused(Product.K, L, 16), NoNeighbours);

  // s[tid] += s[tid - 1], -2, -4: the own place is stored again and again.
  LinearKernel Scan;
  for (int64_t D : {1, 2, 4}) {
    Scan.access(Scan.Entry, MemSpace::Shared, AccessKind::Load, 0,
                {{ExprKind::TidX, E}}, 64 - D * E);
    Scan.access(Scan.Entry, MemSpace::Shared, AccessKind::Store, 0,
                {{ExprKind::TidX, E}}, 64);
  }
  Scan.store(Scan.Entry, 1, {{ExprKind::TidX, E}, {ExprKind::CtaidX, 64 * E}},
             0);
  EXPECT_EQ(refused(Scan.K, launchOf(4, 64)), NoNeighbours);
}

TEST(StencilKernel, OddNumbersAreRefusedOrFinite) {
  constexpr int64_t Odd[] = {0, 1, -8, 7, INT64_MAX / 4, INT64_MIN / 4};
  for (int64_t A : Odd)
    for (int64_t B : Odd)
      for (double Trip : {0.0, 1.0, 2.5, 1e300}) {
        LinearKernel K;
        auto [Body, L] = K.loopBlock();
        const Terms Cell = {{ExprKind::TidX, E},
                            {ExprKind::CtaidX, A},
                            {ExprKind::LoopIter, B, L}};
        for (int64_t D : {0, 1, 2})
          K.load(Body, 0, Cell, D * E);
        K.store(Body, 1, Cell, A);
        auto S = findStencil(K.K, launchOf(1000, 32),
                             flatProfile(K.K, launchOf(1000, 32), Trip));
        if (!S) {
          EXPECT_NE(llvm::toString(S.takeError()), "");
          continue;
        }
        EXPECT_TRUE(S->ComputedShare >= 0 && S->ComputedShare <= 1);
        EXPECT_GE(S->Problem.Tile.X, 1);
        EXPECT_TRUE(
            std::isfinite(stencilTraffic(S->Problem, StencilGpu(), 10).Gm));
      }
}

Prediction predicted(const LinearKernel &B, const Launch &L,
                     ModelArgs Args = {}, double Trip = 1) {
  PredictOptions O;
  O.Model = ModelKind::StencilTraffic;
  O.Args = Args;
  O.Explain = true;
  auto P = predictWith(B.K, L, tinyGpu(), flatProfile(B.K, L, Trip), O);
  EXPECT_TRUE(bool(P)) << llvm::toString(P.takeError());
  return P ? *P : Prediction();
}

double component(const Prediction &P, llvm::StringRef Name) {
  for (const Component &C : P.Components)
    if (C.Name == Name)
      return C.TimeUs;
  return -1;
}

TEST(StencilPredict, TheSlowestLevelIsTheTime) {
  Launch L = blocked();
  L.Conditions.L2 = L2State::Cold;
  Prediction P = predicted(sevenPoints(), L);
  const double Gm = component(P, "V_GM / BW_GM"),
               L2 = component(P, "V_L2 / BW_L2"),
               Smx = component(P, "V_SMX / BW_SMX");
  // At 16 bytes a cycle: each cell in and out is 262 us.
  EXPECT_GT(Gm, 2 * 64.0 * 64 * 64 * 8 / 16 * 1e-3);
  EXPECT_GT(Gm, L2);
  EXPECT_GT(L2, 0);
  EXPECT_GT(Smx, 0);
  EXPECT_DOUBLE_EQ(P.TimeUs.Value, Gm);
  EXPECT_EQ(P.BoundBy, Bound::Dram);
  EXPECT_LT(P.TimeUs.Value / P.TimeUs.Lo, P.TimeUs.Hi / P.TimeUs.Value);
  ASSERT_FALSE(P.Explanation.empty());
  EXPECT_EQ(P.Explanation.front(),
            "stencil of 7 points; 0 more arrays read, 1 written; elements of 8 "
            "bytes");
}

TEST(StencilPredict, ADomainThatL2HoldsNeedsNoMemory) {
  Launch L = blocked();
  GpuModel G = tinyGpu();
  G.L2Bytes = fact(1 << 26);
  PredictOptions O;
  O.Model = ModelKind::StencilTraffic;
  LinearKernel B = sevenPoints();
  WarpProfile W = flatProfile(B.K, L);
  auto Warm = predictWith(B.K, L, G, W, O);
  L.Conditions.L2 = L2State::Cold;
  auto Cold = predictWith(B.K, L, G, W, O);
  ASSERT_TRUE(Warm && Cold);
  EXPECT_LT(component(*Warm, "V_GM / BW_GM"),
            0.05 * component(*Cold, "V_GM / BW_GM"));
  EXPECT_DOUBLE_EQ(component(*Warm, "V_L2 / BW_L2"),
                   component(*Cold, "V_L2 / BW_L2"));
}

TEST(StencilPredict, TilingTakesAlphaAndBeta) {
  LinearKernel B;
  auto [Body, Z] = B.loopBlock();
  const Terms Mine = {{ExprKind::TidX, E}, {ExprKind::TidY, 18 * E}};
  B.load(Body, 0, walkedCell(Z), First);
  B.access(Body, MemSpace::Shared, AccessKind::Store, 0, Mine, 19 * E);
  for (int64_t D : {int64_t(0), -E, E, -18 * E, 18 * E})
    B.access(Body, MemSpace::Shared, AccessKind::Load, 0, Mine, 19 * E + D);
  B.store(Body, 1, walkedCell(Z), First);
  Prediction One = predicted(B, walked(), {}, 64);
  ModelArgs Args;
  Args.Alpha = 2, Args.Beta = 4;
  Prediction Other = predicted(B, walked(), Args, 64);
  EXPECT_DOUBLE_EQ(One.TimeUs.Value,
                   component(One, "readBlk") + component(One, "shm2regs"));
  EXPECT_DOUBLE_EQ(component(Other, "readBlk"), component(One, "readBlk") / 4);
  EXPECT_DOUBLE_EQ(component(Other, "shm2regs"),
                   component(One, "shm2regs") / 2);
}

TEST(StencilPredict, ComputationThatTakesLongerIsSaid) {
  LinearKernel B = sevenPoints();
  for (int I = 0; I < 5000; ++I)
    B.instr(B.Entry, OpClass::Fp64Fma, "");
  Prediction P = predicted(B, blocked());
  EXPECT_TRUE(P.TimeUs.Why.contains(AssumptionKind::ComputationLeftOut));
  // 8192 warps of 5000 instructions, 8 cycles each, on two SMs.
  EXPECT_GT(P.TimeUs.Hi, 8192 * 5000.0 * 8 / 2 * 1e-3);
}

TEST(StencilPredict, WhatTheModelLeavesOutWidensTheBand) {
  auto Of = [](uint64_t Width, GpuModel G) {
    LinearKernel B;
    Terms Cell = cell();
    Cell[1].Bytes = Width * E;
    Launch L = blocked();
    L.Conditions.L2 = L2State::Cold;
    L.Block.X = Width, L.Grid.X = 64 / Width;
    for (int64_t D : {int64_t(0), -E, E, -Row, Row})
      B.load(B.Entry, 0, Cell, First + D);
    B.store(B.Entry, 1, Cell, First);
    PredictOptions O;
    O.Model = ModelKind::StencilTraffic;
    auto P = predictWith(B.K, L, G, flatProfile(B.K, L), O);
    EXPECT_TRUE(bool(P)) << llvm::toString(P.takeError());
    return P ? *P : Prediction();
  };
  auto High = [](const Prediction &P) { return P.TimeUs.Hi / P.TimeUs.Value; };
  auto Low = [](const Prediction &P) { return P.TimeUs.Value / P.TimeUs.Lo; };
  Prediction Wide = Of(16, tinyGpu()), Narrow = Of(2, tinyGpu());
  EXPECT_GT(High(Narrow), 1.5 * High(Wide));
  EXPECT_TRUE(
      llvm::is_contained(Narrow.TimeUs.Why.named(),
                         (Assumption{AssumptionKind::NarrowBlock, "", 2.0})));
  EXPECT_FALSE(Wide.TimeUs.Why.contains(AssumptionKind::NarrowBlock));
  GpuModel G = tinyGpu();
  G.L1BytesPerClkPerSm = fact(0.5);
  Prediction Known = Of(16, G);
  EXPECT_EQ(Known.BoundBy, Bound::L1);
  G.L1BytesPerClkPerSm->Status = FactStatus::Estimated;
  Prediction Guessed = Of(16, G);
  EXPECT_DOUBLE_EQ(Guessed.TimeUs.Value, Known.TimeUs.Value);
  EXPECT_GT(Low(Guessed), 1.2 * Low(Known));
}

TEST(StencilPredict, OtherKernelsAreRefusedInOneSentence) {
  LinearKernel Copy;
  Copy.load(Copy.Entry, 0, cell(), First);
  Copy.store(Copy.Entry, 1, cell(), First);
  PredictOptions O;
  O.Model = ModelKind::StencilTraffic;
  auto P = predictLaunch(Copy.K, blocked(), tinyGpu(), O);
  ASSERT_FALSE(bool(P));
  EXPECT_EQ(llvm::toString(P.takeError()),
            std::string("not modelled: 'stencil-traffic' is for stencils: ") +
                NoNeighbours);
}
} // namespace
