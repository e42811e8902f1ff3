//===- Stencil.cpp - Volumes and times ------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/stencil-traffic/Stencil.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <climits>
#include <cmath>
#include <map>
#include <numeric>

using namespace gpuperf;

std::vector<StencilPoint> gpuperf::starPoints() {
  return {{0, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0},
          {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
}

std::vector<StencilPoint> gpuperf::boxPoints() {
  std::vector<StencilPoint> Points;
  for (int Z = -1; Z <= 1; ++Z)
    for (int Y = -1; Y <= 1; ++Y)
      for (int X = -1; X <= 1; ++X)
        Points.push_back({X, Y, Z});
  return Points;
}

namespace {
/// Rows or planes that see the same points of the tile: from First, Count of
/// them.
struct Band {
  int64_t First = 0, Count = 0;
};

/// The reach of a tile of \p Extent along one axis, cut where the set of
/// offsets that lead into it changes.
llvm::SmallVector<Band, 8> bandsOf(llvm::ArrayRef<int> Offsets,
                                   int64_t Extent) {
  llvm::SmallVector<int64_t, 8> Cuts;
  for (int D : Offsets) {
    Cuts.push_back(D);
    Cuts.push_back(D + Extent);
  }
  llvm::sort(Cuts);
  Cuts.erase(std::unique(Cuts.begin(), Cuts.end()), Cuts.end());
  llvm::SmallVector<Band, 8> Bands;
  for (size_t I = 0; I + 1 < Cuts.size(); ++I)
    Bands.push_back({Cuts[I], Cuts[I + 1] - Cuts[I]});
  return Bands;
}

bool reaches(int Offset, int64_t At, int64_t Extent) {
  return At >= Offset && At < Offset + Extent;
}

llvm::SmallVector<int, 8> axisOffsets(llvm::ArrayRef<StencilPoint> Points,
                                      int StencilPoint::*Axis) {
  llvm::SmallVector<int, 8> Offsets;
  for (const StencilPoint &Q : Points)
    Offsets.push_back(Q.*Axis);
  llvm::sort(Offsets);
  Offsets.erase(std::unique(Offsets.begin(), Offsets.end()), Offsets.end());
  return Offsets;
}

/// Whole numbers of cells; what is not positive or not finite is one.
int64_t cells(double V) {
  return V >= 1 ? static_cast<int64_t>(std::min(V, 1e15)) : 1;
}

double pitchCells(const StencilProblem &P) {
  if (P.PitchCells > 0)
    return P.PitchCells;
  int Lo = 0, Hi = 0;
  for (const auto &Points : P.Arrays)
    for (const StencilPoint &Q : Points)
      Lo = std::min(Lo, Q.X), Hi = std::max(Hi, Q.X);
  return P.Cells.X + Hi - Lo;
}

/// Chunks that rows of \p Length cells touch, mean over \p Tiles tiles that
/// start \p Step cells apart and over the rows' starts.
double meanChunks(const StencilProblem &P, double First, double Length,
                  double Step, double Tiles, double ChunkBytes) {
  const double E = P.ElementBytes;
  const double PitchBytes = pitchCells(P) * E;
  // Starts of rows repeat; so do those of tiles.
  const auto Chunk = std::max<int64_t>(static_cast<int64_t>(ChunkBytes), 1);
  auto Period = [&](double Bytes) {
    const auto Rest = static_cast<int64_t>(std::fmod(Bytes, ChunkBytes));
    return static_cast<double>(Chunk / std::gcd(Rest, Chunk));
  };
  const double Rows = Period(PitchBytes), Columns = Period(Step * E);
  double Sum = 0;
  for (double R = 0; R < Rows; ++R)
    for (double C = 0; C < std::min(Columns, Tiles); ++C) {
      const double Start =
          (First + C * Step) * E +
          std::fmod(R * std::fmod(PitchBytes, ChunkBytes), ChunkBytes);
      const double Lo = std::floor(Start / ChunkBytes),
                   Hi = std::floor((Start + Length * E - 1) / ChunkBytes);
      const double Alike = std::floor((Tiles - C - 1) / Columns) + 1;
      Sum += (Hi - Lo + 1) * Alike;
    }
  return Sum / (Rows * std::max(Tiles, 1.0));
}

/// Tiles of one size along an axis.
struct Tiles {
  double FirstCell = 0, Extent = 1, Count = 0;
};
llvm::SmallVector<Tiles, 2> tilesOf(double Cells, double Tile) {
  llvm::SmallVector<Tiles, 2> Out;
  Tile = std::clamp(Tile, 1.0, std::max(Cells, 1.0));
  const double Whole = std::floor(Cells / Tile);
  if (Whole > 0)
    Out.push_back({0, Tile, Whole});
  if (const double Rest = Cells - Whole * Tile; Rest > 0)
    Out.push_back({Whole * Tile, Rest, 1});
  return Out;
}
} // namespace

double gpuperf::stencilFetchedBytes(const StencilProblem &P,
                                    llvm::ArrayRef<StencilPoint> Points,
                                    const StencilExtent &Tile,
                                    double ChunkBytes) {
  const auto Ys = axisOffsets(Points, &StencilPoint::Y);
  const auto Zs = axisOffsets(Points, &StencilPoint::Z);
  double Chunks = 0;
  for (const Tiles &TZ : tilesOf(P.Cells.Z, Tile.Z))
    for (const Tiles &TY : tilesOf(P.Cells.Y, Tile.Y)) {
      const int64_t EY = cells(TY.Extent), EZ = cells(TZ.Extent);
      for (const Band &BZ : bandsOf(Zs, EZ))
        for (const Band &BY : bandsOf(Ys, EY)) {
          int Lo = INT_MAX, Hi = INT_MIN;
          for (const StencilPoint &Q : Points)
            if (reaches(Q.Z, BZ.First, EZ) && reaches(Q.Y, BY.First, EY))
              Lo = std::min(Lo, Q.X), Hi = std::max(Hi, Q.X);
          if (Lo > Hi)
            continue;
          // Rows without a gap between them share chunks.
          const bool ManyRows = TY.Extent * TZ.Extent > 1;
          const double Most =
              ManyRows ? pitchCells(P) * P.ElementBytes / ChunkBytes : HUGE_VAL;
          double Row = 0;
          for (const Tiles &TX : tilesOf(P.Cells.X, Tile.X))
            Row += TX.Count *
                   std::min(Most, meanChunks(P, P.FirstCell + TX.FirstCell + Lo,
                                             TX.Extent + Hi - Lo, Tile.X,
                                             TX.Count, ChunkBytes));
          Chunks += Row * BZ.Count * BY.Count * TZ.Count * TY.Count;
        }
    }
  return Chunks * ChunkBytes;
}

/// Through L1, of one point of each cell: mean over the points.
static double onChipBytes(const StencilProblem &P, const StencilGpu &Gpu) {
  StencilExtent Warp;
  const double Lanes = std::max(Gpu.ThreadsPerWarp, 1.0);
  Warp.X = std::clamp(P.Tile.X, 1.0, Lanes);
  Warp.Y = std::clamp(P.Tile.Y, 1.0, std::max(Lanes / Warp.X, 1.0));
  Warp.Z = std::clamp(P.Tile.Z, 1.0, std::max(Lanes / (Warp.X * Warp.Y), 1.0));
  double Bytes = 0, Points = 0;
  std::map<int, double> ByShift; // only a shift along x changes the count
  for (const auto &Array : P.Arrays)
    for (const StencilPoint &Q : Array) {
      auto [It, New] = ByShift.try_emplace(Q.X, 0);
      if (New) {
        const StencilPoint Along[] = {{Q.X, 0, 0}};
        It->second = stencilFetchedBytes(P, Along, Warp, Gpu.CoalescedBytes);
      }
      Bytes += It->second, ++Points;
    }
  return Points > 0 ? Bytes / Points : 0;
}

StencilTraffic gpuperf::stencilTraffic(const StencilProblem &P,
                                       const StencilGpu &Gpu,
                                       double ResidentBlocks) {
  StencilTraffic V;
  const StencilExtent &N = P.Cells, &B = P.Tile;
  const StencilPoint Self[] = {{0, 0, 0}};
  const double Once = stencilFetchedBytes(P, Self, B, Gpu.CoalescedBytes);
  const double OnceLines = stencilFetchedBytes(P, Self, N, Gpu.L2LineBytes);

  // How far apart neighbours are, in blocks and in fresh bytes.
  const double GX = std::ceil(N.X / std::max(B.X, 1.0)),
               GY = std::ceil(N.Y / std::max(B.Y, 1.0)),
               GZ = std::ceil(N.Z / std::max(B.Z, 1.0));
  const double Fresh = std::min(B.X, N.X) * std::min(B.Y, N.Y) *
                       std::min(B.Z, N.Z) * P.ElementBytes *
                       (P.Arrays.size() + P.PlainArrays + P.WrittenArrays);
  auto Lost = [&](double Distance, double Neighbours) {
    if (Neighbours <= 1 || Distance * Fresh <= Gpu.L2Bytes)
      return 0.0;
    return std::min(1.0, Distance / std::max(ResidentBlocks, 1.0));
  };
  V.LostX = Lost(1, GX), V.LostY = Lost(GX, GY), V.LostZ = Lost(GX * GY, GZ);

  double Reads = 0, ReadsL2 = 0, Staged = 0, Points = 0;
  for (const auto &Array : P.Arrays) {
    const double L = Gpu.L2LineBytes;
    const double All = stencilFetchedBytes(P, Array, N, L);
    const double Layers = stencilFetchedBytes(P, Array, {N.X, N.Y, B.Z}, L);
    const double Rows = stencilFetchedBytes(P, Array, {N.X, B.Y, B.Z}, L);
    const double Each = stencilFetchedBytes(P, Array, B, L);
    V.CompulsoryGm += All;
    Reads += All + V.LostZ * std::max(Layers - All, 0.0) +
             V.LostY * std::max(Rows - Layers, 0.0) +
             V.LostX * std::max(Each - Rows, 0.0);
    ReadsL2 += stencilFetchedBytes(P, Array, B, Gpu.CoalescedBytes);
    Staged += stencilFetchedBytes(P, Array, B, P.ElementBytes);
    Points += static_cast<double>(Array.size());
  }
  Reads += P.PlainArrays * OnceLines;
  ReadsL2 += P.PlainArrays * Once;
  V.CompulsoryGm += (P.PlainArrays + P.WrittenArrays) * OnceLines;

  V.Gm = Reads + Gpu.Epsilon * std::max(ReadsL2 - Reads, 0.0) +
         P.WrittenArrays * OnceLines;
  V.L2 = ReadsL2 + P.WrittenArrays * Once;
  const double OnChip = P.OnChipReads > 0 ? P.OnChipReads : Points;
  V.Smx = P.Staged ? OnChip * N.count() * P.ElementBytes + Staged
                   : OnChip * onChipBytes(P, Gpu);
  return V;
}

StencilTimes gpuperf::stencilLevelsUs(const StencilTraffic &V,
                                      const StencilGpu &Gpu) {
  auto Us = [](double Bytes, double Gbps) {
    return Gbps > 0 ? Bytes / Gbps * 1e-3 : 0;
  };
  return {Us(V.Gm, Gpu.GbpsGm), Us(V.L2, Gpu.GbpsL2), Us(V.Smx, Gpu.GbpsSmx)};
}

TilingTime gpuperf::stencilTiling(const StencilProblem &P,
                                  const StencilGpu &Gpu, double Alpha,
                                  double Beta) {
  TilingTime T;
  const double Sms = std::max(Gpu.Sms, 1.0),
               Pipes = std::max(Gpu.SimWarpsPerSm, 1.0),
               Lanes = std::max(Gpu.ThreadsPerWarp, 1.0);
  const double TileX = std::max(P.Tile.X, 1.0), TileY = std::max(P.Tile.Y, 1.0);
  const double Blocks =
      std::ceil(P.Cells.X / TileX) * std::ceil(P.Cells.Y / TileY);
  const double WarpsPerBlock = std::ceil(TileX * TileY / Lanes);
  T.WarpsPerPipeline =
      std::ceil(std::ceil(Blocks / Sms) * WarpsPerBlock / Pipes);

  // One plane of a block: every array's points in it, projected.
  double PlaneBytes = 0, PlanePoints = 0;
  int Below = 0, Above = 0;
  StencilProblem Plane = P;
  Plane.Cells = {P.Cells.X, P.Cells.Y, 1};
  Plane.PitchCells = pitchCells(P);
  const StencilExtent Tile{TileX, TileY, 1};
  for (const auto &Array : P.Arrays) {
    std::vector<StencilPoint> Flat;
    double Most = 0;
    for (const StencilPoint &Q : Array) {
      Below = std::min(Below, Q.Z), Above = std::max(Above, Q.Z);
      Flat.push_back({Q.X, Q.Y, 0});
      Most = std::max<double>(
          Most, llvm::count_if(Array, [&](auto &O) { return O.Z == Q.Z; }));
    }
    PlaneBytes +=
        stencilFetchedBytes(Plane, Flat, Tile, Gpu.CoalescedBytes) / Blocks;
    PlanePoints += Most;
  }
  const StencilPoint Self[] = {{0, 0, 0}};
  PlaneBytes += (P.PlainArrays + P.WrittenArrays) *
                stencilFetchedBytes(Plane, Self, Tile, Gpu.CoalescedBytes) /
                Blocks;
  if (P.OnChipReads > 0)
    PlanePoints = P.OnChipReads;
  T.Planes = P.Cells.Z + Above - Below;

  auto WarpUs = [&](double Bytes, double Gbps) {
    return Gbps > 0 ? Bytes / (Gbps / (Sms * Pipes)) * 1e-3 : 0;
  };
  auto Rounds = [&](double Overlap) {
    return std::ceil(T.WarpsPerPipeline / std::max(Overlap, 1.0));
  };
  T.Shm2RegsUs = T.Planes * Rounds(Alpha) *
                 WarpUs(PlanePoints * Lanes * P.ElementBytes, Gpu.GbpsSmx);
  T.ReadBlkUs =
      T.Planes * Rounds(Beta) * WarpUs(PlaneBytes / WarpsPerBlock, Gpu.GbpsGm);
  return T;
}
