//===- StencilKernel.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/stencil-traffic/StencilKernel.h"
#include "analysis/footprint/Footprint.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <set>

using namespace gpuperf;

namespace {
/// Cells further away are no neighbours.
constexpr int MaxReach = 32;
/// Points that loops around a read may enumerate.
constexpr double MaxLoopPoints = 4096;
/// Fewer distinct places are no stencil.
constexpr size_t FewestPoints = 3;
constexpr uint64_t Steps = 100'000;

constexpr ExprKind TidKinds[] = {ExprKind::TidX, ExprKind::TidY,
                                 ExprKind::TidZ};
constexpr ExprKind CtaidKinds[] = {ExprKind::CtaidX, ExprKind::CtaidY,
                                   ExprKind::CtaidZ};

bool same(double A, double B) { return std::fabs(A - B) < 0.5; }

/// What cells lie along.
struct Axis {
  double UnitBytes = 0;  ///< to the next cell
  double Tile = 1;       ///< cells of a block
  double Tiles = 1;      ///< of the grid
  double BlockBytes = 0; ///< to the next block's cells; 0: there is none
  int Dimension = -1;    ///< of the launch; -1: a loop's
};

class Finder {
public:
  Finder(const KernelSummary &K, const Launch &L, const WarpProfile &P)
      : K(K), L(L), P(P) {}
  llvm::Expected<StencilKernel> run();

private:
  using Points = std::set<StencilPoint>;
  using Place = std::pair<Access::BaseKind, uint32_t>;

  double executed(AccessId A) const {
    return P.Accesses[A].Requests * P.Accesses[A].ActiveLanes;
  }
  double trips(LoopId Loop) const {
    return Loop < P.Loops.size() ? std::max(P.Loops[Loop].MeanTrip, 1.0) : 1;
  }
  bool isInside(BlockId B, LoopId Loop) const;
  llvm::Error findStore();
  llvm::Error findAxes();
  llvm::Error addLoop(const AddressVariable &V);
  /// The strides of \p F along what the stored cell moves along.
  bool movesWithTheCell(const AffineForm &F, BlockId At) const;
  std::optional<StencilPoint> decode(double Bytes,
                                     llvm::ArrayRef<double> Units) const;
  /// Distances in bytes that the loops around a read enumerate, from
  /// \p Bytes.
  llvm::SmallVector<double, 32> enumerate(const AffineForm &F,
                                          double Bytes) const;
  llvm::SmallVector<double, 3> units() const;
  Points ofOneCell(const Points &Near) const;
  void readGlobal();
  void readShared();
  llvm::SmallVector<double, 3> sharedUnits(const AffineForm &F) const;
  StencilKernel result() const;

  const KernelSummary &K;
  const Launch &L;
  const WarpProfile &P;
  AccessId Stored = NoId;
  AffineForm Store;
  double ElementBytes = 4;
  /// Of one pass through the loops, from the first to each: the places that are
  /// stored to, and those of them that are cells of the same neighbourhood.
  llvm::SmallVector<double, 8> StoredAt;
  std::set<StencilPoint> StoredCells;
  llvm::SmallVector<Axis, 4> Axes;
  std::set<Place> Written;
  std::map<Place, Points> Global;
  std::map<uint32_t, Points> Staged; ///< by variable
  double Reads = 0, StagedReads = 0; ///< per thread
  double Far = 0;                    ///< reads of other places
};
} // namespace

bool Finder::isInside(BlockId B, LoopId Loop) const {
  for (LoopId At = K.Blocks[B].InnermostLoop; At != NoId;
       At = K.Loops[At].Parent)
    if (At == Loop)
      return true;
  return false;
}

/// The store that most threads execute.
llvm::Error Finder::findStore() {
  std::vector<std::pair<AccessId, AffineForm>> Stores;
  for (AccessId A = 0; A < K.Accesses.size(); ++A) {
    const Access &Acc = K.Accesses[A];
    if (Acc.Space != MemSpace::Global || Acc.Kind != AccessKind::Store ||
        !(executed(A) > 0))
      continue;
    uint64_t Left = Steps;
    auto F = affineForm(K, Acc, L, Left);
    if (!F)
      continue;
    Stores.emplace_back(A, *F);
    if (Stored == NoId || executed(A) > executed(Stored))
      Stored = A, Store = *F;
  }
  if (Stored == NoId)
    return llvm::createStringError(
        "no thread stores a cell of an array at an address that is linear in "
        "its indices");
  ElementBytes = std::max<double>(K.Accesses[Stored].BytesPerLane, 1);
  std::set<double> Cells;
  for (auto &[A, F] : Stores) {
    const Access &Acc = K.Accesses[A];
    bool Alike = F.Variables.size() == Store.Variables.size();
    for (const AddressVariable &V : Store.Variables)
      Alike &= same(F.strideOf(V.Kind, V.Loop), V.StrideBytes);
    if (!Alike)
      continue;
    Written.insert({Acc.Base, Acc.BaseIndex});
    if (Acc.Base == K.Accesses[Stored].Base &&
        Acc.BaseIndex == K.Accesses[Stored].BaseIndex)
      Cells.insert(F.ConstantBytes);
  }
  for (double Constant : Cells)
    StoredAt.push_back(Constant - Store.ConstantBytes);
  return llvm::Error::success();
}

llvm::Error Finder::findAxes() {
  const uint64_t Block[] = {L.Block.X, L.Block.Y, L.Block.Z};
  const uint64_t Grid[] = {L.Grid.X, L.Grid.Y, L.Grid.Z};
  for (int D = 0; D < 3; ++D) {
    const double T = std::fabs(Store.strideOf(TidKinds[D])),
                 C = std::fabs(Store.strideOf(CtaidKinds[D]));
    if ((Block[D] > 1 && T == 0) || (Grid[D] > 1 && C == 0))
      return llvm::createStringError("several threads store to the same cell");
    if (Block[D] <= 1 && Grid[D] <= 1)
      continue;
    Axis A;
    A.Dimension = D;
    A.UnitBytes = Block[D] > 1 ? T : C;
    A.Tile = static_cast<double>(Block[D]);
    A.Tiles = static_cast<double>(Grid[D]);
    if (Grid[D] > 1) {
      A.BlockBytes = C;
      A.Tile = std::max(C / A.UnitBytes, 1.0);
    }
    Axes.push_back(A);
  }
  for (const AddressVariable &V : Store.Variables)
    if (V.Kind == ExprKind::LoopIter)
      if (llvm::Error E = addLoop(V))
        return E;
  if (Axes.empty() || Axes.size() > 3)
    return llvm::createStringError(
        "stored cells do not lie along one, two or three axes");
  llvm::sort(Axes, [](const Axis &A, const Axis &B) {
    return A.UnitBytes < B.UnitBytes;
  });
  // A thread that stores several neighbours at once: its next cells are as many
  // further.
  const auto Cells = static_cast<double>(StoredAt.size());
  for (Axis &A : Axes) {
    const double Unit = A.UnitBytes / Cells;
    bool Neighbours = Cells > 1;
    for (size_t I = 1; I < StoredAt.size(); ++I)
      Neighbours &= same(StoredAt[I] - StoredAt[I - 1], Unit);
    if (!Neighbours)
      continue;
    A.UnitBytes = Unit;
    A.Tile *= Cells;
    break;
  }
  llvm::sort(Axes, [](const Axis &A, const Axis &B) {
    return A.UnitBytes < B.UnitBytes;
  });
  if (!same(Axes[0].UnitBytes, ElementBytes))
    return llvm::createStringError(
        "the stored cells are not contiguous along any axis");
  const auto Units = units();
  for (double Bytes : StoredAt)
    if (auto Q = decode(Bytes, Units))
      StoredCells.insert(*Q);
  return llvm::Error::success();
}

/// A loop lengthens an axis (each thread stores several cells of it) or is one.
llvm::Error Finder::addLoop(const AddressVariable &V) {
  const double S = std::fabs(V.StrideBytes), N = trips(V.Loop);
  if (S == 0 || N <= 1)
    return llvm::Error::success();
  for (Axis &A : Axes) {
    if (A.Dimension < 0)
      continue;
    const auto Threads = static_cast<double>(A.Dimension == 0   ? L.Block.X
                                             : A.Dimension == 1 ? L.Block.Y
                                                                : L.Block.Z);
    if (A.BlockBytes > 0 && same(S, A.BlockBytes * A.Tiles)) {
      A.Tiles *= N; // grid stride
      return llvm::Error::success();
    }
    if (A.BlockBytes == 0 && same(S, A.UnitBytes * Threads)) {
      A.Tile *= N; // block stride
      return llvm::Error::success();
    }
    if (A.BlockBytes > 0 && S >= A.UnitBytes && same(S * N, A.BlockBytes) &&
        std::fmod(S, A.UnitBytes) == 0)
      return llvm::Error::success(); // counted in the block's step
    if (S < A.UnitBytes && same(S * N, A.UnitBytes)) {
      A.Tile *= N; // neighbouring cells
      A.UnitBytes = S;
      return llvm::Error::success();
    }
  }
  Axis A;
  A.UnitBytes = S, A.Tile = N;
  Axes.push_back(A);
  return llvm::Error::success();
}

bool Finder::movesWithTheCell(const AffineForm &F, BlockId At) const {
  for (const AddressVariable &V : Store.Variables) {
    if (V.Kind == ExprKind::LoopIter && !isInside(At, V.Loop))
      return false; // before the loop: not once per cell
    if (!same(F.strideOf(V.Kind, V.Loop), V.StrideBytes))
      return false;
  }
  for (const AddressVariable &V : F.Variables) {
    if (V.StrideBytes == 0 || Store.strideOf(V.Kind, V.Loop) != 0)
      continue;
    if (V.Kind != ExprKind::LoopIter ||
        isInside(K.Accesses[Stored].Block, V.Loop))
      return false;
  }
  return true;
}

std::optional<StencilPoint> Finder::decode(double Bytes,
                                           llvm::ArrayRef<double> Units) const {
  int Distance[3] = {0, 0, 0};
  for (size_t I = Units.size(); I-- > 0;) {
    if (Units[I] <= 0)
      continue;
    const double D = std::round(Bytes / Units[I]);
    if (!(std::fabs(D) <= MaxReach))
      return std::nullopt;
    Distance[I] = static_cast<int>(D);
    Bytes -= D * Units[I];
  }
  if (!same(Bytes, 0))
    return std::nullopt;
  return StencilPoint{Distance[0], Distance[1], Distance[2]};
}

llvm::SmallVector<double, 32> Finder::enumerate(const AffineForm &F,
                                                double Bytes) const {
  llvm::SmallVector<double, 32> Out = {Bytes};
  for (const AddressVariable &V : F.Variables) {
    if (V.Kind != ExprKind::LoopIter || V.StrideBytes == 0 ||
        isInside(K.Accesses[Stored].Block, V.Loop))
      continue;
    const double N = std::round(trips(V.Loop));
    if (Out.size() * N > MaxLoopPoints)
      return {};
    const size_t Before = Out.size();
    for (double I = 1; I < N; ++I)
      for (size_t J = 0; J < Before; ++J)
        Out.push_back(Out[J] + I * V.StrideBytes);
  }
  return Out;
}

llvm::SmallVector<double, 3> Finder::units() const {
  llvm::SmallVector<double, 3> Units;
  for (const Axis &A : Axes)
    Units.push_back(A.UnitBytes);
  return Units;
}

/// What is read for one cell: the points that are read around each of the cells
/// that a thread stores at once.
std::set<StencilPoint> Finder::ofOneCell(const Points &Near) const {
  Points One;
  for (const StencilPoint &Q : Near)
    if (llvm::all_of(StoredCells, [&](const StencilPoint &S) {
          return Near.count({Q.X + S.X, Q.Y + S.Y, Q.Z + S.Z}) > 0;
        }))
      One.insert(Q);
  return One;
}

void Finder::readGlobal() {
  const auto Units = units();
  for (AccessId A = 0; A < K.Accesses.size(); ++A) {
    const Access &Acc = K.Accesses[A];
    if (Acc.Space != MemSpace::Global || Acc.Kind != AccessKind::Load ||
        !(executed(A) > 0) || !same(Acc.BytesPerLane, ElementBytes))
      continue;
    uint64_t Left = Steps;
    auto F = affineForm(K, Acc, L, Left);
    if (!F || !movesWithTheCell(*F, Acc.Block))
      continue;
    auto Distances = enumerate(*F, F->ConstantBytes - Store.ConstantBytes);
    Points Near;
    for (double D : Distances)
      if (auto Q = decode(D, Units))
        Near.insert(*Q);
    // Somewhere else in the array: another stream of cells.
    if (Near.size() != Distances.size() || Near.empty()) {
      ++Far;
      Global[{Access::BaseKind::Unknown, A}].insert(StencilPoint());
      continue;
    }
    Reads += static_cast<double>(Distances.size());
    Global[{Acc.Base, Acc.BaseIndex}].insert(Near.begin(), Near.end());
  }
}

/// Strides of a shared tile along the axes that threads of a block lie along;
/// empty where it is not a tile of cells.
llvm::SmallVector<double, 3> Finder::sharedUnits(const AffineForm &F) const {
  llvm::SmallVector<double, 3> Units;
  for (const Axis &A : Axes) {
    double Unit = 0;
    if (A.Dimension >= 0) {
      const uint64_t Threads = A.Dimension == 0   ? L.Block.X
                               : A.Dimension == 1 ? L.Block.Y
                                                  : L.Block.Z;
      Unit = F.strideOf(TidKinds[A.Dimension]);
      if ((Threads > 1 && Unit <= 0) ||
          F.strideOf(CtaidKinds[A.Dimension]) != 0)
        return {};
    }
    Units.push_back(Unit);
  }
  for (size_t I = 1; I < Units.size(); ++I)
    if (Units[I] > 0 && Units[I] <= Units[I - 1])
      return {};
  return Units;
}

void Finder::readShared() {
  struct Tile {
    std::vector<std::pair<AccessId, AffineForm>> Loads, Stores;
  };
  std::map<uint32_t, Tile> Tiles;
  for (AccessId A = 0; A < K.Accesses.size(); ++A) {
    const Access &Acc = K.Accesses[A];
    if (Acc.Space != MemSpace::Shared || !(executed(A) > 0) ||
        Acc.Kind == AccessKind::Atomic ||
        Acc.Base != Access::BaseKind::Variable)
      continue;
    uint64_t Left = Steps;
    auto F = affineForm(K, Acc, L, Left);
    if (F && !sharedUnits(*F).empty())
      (Acc.Kind == AccessKind::Load ? Tiles[Acc.BaseIndex].Loads
                                    : Tiles[Acc.BaseIndex].Stores)
          .emplace_back(A, *F);
  }
  for (auto &[Variable, T] : Tiles) {
    if (T.Loads.empty())
      continue;
    const auto Units = sharedUnits(T.Loads.front().second);
    if (!same(Units[0], ElementBytes))
      continue;
    // A scan or a sum stores to the thread's own place again and again.
    std::map<double, unsigned> Stores;
    for (auto &[A, F] : T.Stores)
      if (sharedUnits(F) == Units && F.Variables.size() <= Units.size())
        ++Stores[F.ConstantBytes];
    if (llvm::any_of(Stores, [](auto &S) { return S.second > 1; }))
      continue;
    // The middle of what is read is the thread's own cell.
    std::vector<double> Distances;
    for (auto &[A, F] : T.Loads)
      if (sharedUnits(F) == Units)
        for (double D : enumerate(F, F.ConstantBytes))
          Distances.push_back(D);
    if (Distances.empty())
      continue;
    auto [Lo, Hi] = std::minmax_element(Distances.begin(), Distances.end());
    const double Middle =
        std::floor((*Lo + *Hi) / 2 / ElementBytes) * ElementBytes;
    Points Near;
    bool All = true;
    for (double D : Distances) {
      auto Q = decode(D - Middle, Units);
      All &= Q.has_value();
      if (Q)
        Near.insert(*Q);
    }
    if (!All || Near.size() < FewestPoints)
      continue;
    StagedReads += static_cast<double>(Distances.size());
    Staged[Variable] = std::move(Near);
  }
}

/// Cells beside the tile that are read, along one axis.
static double reachAlong(llvm::ArrayRef<std::vector<StencilPoint>> Arrays,
                         size_t Axis) {
  int Lo = 0, Hi = 0;
  for (const auto &Array : Arrays)
    for (const StencilPoint &Q : Array) {
      const int D = Axis == 0 ? Q.X : Axis == 1 ? Q.Y : Q.Z;
      Lo = std::min(Lo, D), Hi = std::max(Hi, D);
    }
  return Hi - Lo;
}

StencilKernel Finder::result() const {
  StencilKernel R;
  StencilProblem &Out = R.Problem;
  R.Axes = static_cast<unsigned>(Axes.size());
  double *Tile[] = {&Out.Tile.X, &Out.Tile.Y, &Out.Tile.Z};
  double *Cells[] = {&Out.Cells.X, &Out.Cells.Y, &Out.Cells.Z};
  for (size_t I = 0; I < Axes.size(); ++I) {
    *Tile[I] = Axes[I].Tile;
    *Cells[I] = Axes[I].Tile * Axes[I].Tiles;
  }
  R.Walks = Axes.size() > 1 && Axes.back().Dimension < 0;
  Out.ElementBytes = ElementBytes;
  Out.PitchCells =
      Axes.size() > 1 ? std::round(Axes[1].UnitBytes / ElementBytes) : 0;
  const double Row =
      Axes.size() > 1 ? Axes[1].UnitBytes : HUGE_VAL; // fmod leaves as it is
  Out.FirstCell =
      std::round(std::fmod(Store.ConstantBytes, Row) / ElementBytes);
  if (Out.FirstCell < 0 && std::isfinite(Row))
    Out.FirstCell += Out.PitchCells;

  const double CellsAtOnce = std::max<double>(StoredCells.size(), 1);
  size_t Plain = 0;
  for (auto &[Where, Near] : Global)
    if (!Staged.empty() && Where.first == Access::BaseKind::Unknown)
      continue; // fills a tile
    else if (Near.size() >= FewestPoints)
      Out.Arrays.emplace_back(Near.begin(), Near.end());
    else
      ++Plain;
  double OnChip = Reads;
  if (!Staged.empty()) {
    // What fills the tiles is not read a second time.
    Out.Staged = true;
    const size_t Fill = Staged.size();
    const size_t Wide = std::min(Fill, Out.Arrays.size());
    Out.Arrays.erase(Out.Arrays.begin(), Out.Arrays.begin() + Wide);
    Plain -= std::min(Fill - Wide, Plain);
    for (auto &[Variable, Near] : Staged)
      Out.Arrays.emplace_back(Near.begin(), Near.end());
    OnChip = StagedReads;
  }
  Out.PlainArrays = static_cast<double>(Plain);
  Out.WrittenArrays =
      static_cast<double>(Written.size()) + StoredAt.size() - CellsAtOnce;
  Out.OnChipReads = OnChip / CellsAtOnce;

  // A grid that reaches over the end of rows or planes: there are no more
  // cells than fit before the next one, less those that are only read.
  for (size_t I = 0; I + 1 < Axes.size(); ++I) {
    const double Room = std::floor(Axes[I + 1].UnitBytes / Axes[I].UnitBytes) -
                        reachAlong(Out.Arrays, I);
    if (Room >= 1)
      *Cells[I] = std::min(*Cells[I], Room);
  }
  const double Covered = Out.Cells.count();
  R.ComputedShare =
      Covered > 0
          ? std::clamp(executed(Stored) * CellsAtOnce / Covered, 0.0, 1.0)
          : 1;
  return R;
}

llvm::Expected<StencilKernel> Finder::run() {
  if (P.Accesses.size() != K.Accesses.size())
    return llvm::createStringError("the kernel's accesses were not profiled");
  if (llvm::Error E = findStore())
    return E;
  if (llvm::Error E = findAxes())
    return E;
  readGlobal();
  readShared();
  for (auto &[Where, Near] : Global)
    Near = ofOneCell(Near);
  for (auto &[Variable, Near] : Staged)
    Near = ofOneCell(Near);
  auto IsWide = [](auto &R) { return R.second.size() >= FewestPoints; };
  if (!llvm::any_of(Global, IsWide) && !llvm::any_of(Staged, IsWide))
    return llvm::createStringError(
        "no array is read at three or more places around the cell that a "
        "thread stores");
  // Tiles are filled from wherever the threads of a block are sent.
  if (Staged.empty() && Far > Reads)
    return llvm::createStringError(
        "most of what is read is further away than the neighbours of the cell "
        "that a thread stores");
  return result();
}

llvm::Expected<StencilKernel> gpuperf::findStencil(const KernelSummary &Kernel,
                                                   const Launch &L,
                                                   const WarpProfile &Profile) {
  return Finder(Kernel, L, Profile).run();
}
