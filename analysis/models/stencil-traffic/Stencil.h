//===- Stencil.h - Data traffic of stencils ---------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two models. Both take a stencil to be bound by the movement of data alone.
//
// 3D blocking (after Su et al.): a block of threads computes a tile of cells;
//
//   t >= max(V_GM / BW_GM, V_L2 / BW_L2, V_SMX / BW_SMX)
//
// The formulas for the volumes are derived here from the definitions of Su et
// al.:
//
//  F(tile, chunk): bytes, in whole chunks, of the cells that the points of the
//    stencil reach from any cell of a tile, summed over the tiles of the
//    domain. Per row of cells the reach is an interval; how many chunks it
//    touches is averaged over where rows and tiles start.
//
//  V_SMX, between on-chip memory and registers. A kernel that stages the cells
//    in shared memory: one element per point and computed cell, and each cell
//    of every tile's reach written there once. Any other, through L1: the
//    coalesced chunks that a warp's cells lie in, for each point.
//
//  V_L2, between L2 and the SMs: F(block's tile, coalesced size); every tile
//    loads its reach once, whatever its neighbours have loaded. Written cells
//    and arrays that are read without neighbours: as tiles of one point.
//
//  V_GM, between memory and L2, in L2 lines. If L2 kept all that is used
//    again, it would be F(domain). The reach that neighbouring tiles share is
//    lost along an axis where the tile comes too late: neighbours are 1, gx,
//    gx * gy blocks apart along x, y, z, and so much fresh data pass between
//    them. Along z it is lost if gx * gy blocks' fresh data exceed the L2:
//    F(layer of tiles); along y too: F(row of tiles); along x too: F(tile).
//    Where it does, pairs of neighbours that run at the same time still share:
//    a share min(1, distance / resident blocks) is lost. Beyond that, a share
//    epsilon of what L2 should serve misses.
//
// 2D tiling: a block holds a column of cells per thread and walks over the
// planes. Each plane is read into shared memory (readBlk) and from there into
// registers (shm2regs); barriers keep the two apart, so their times add up.
// The schedulers of an SM are so many pipelines, each with an equal share of
// the bandwidth, on which beta (readBlk) and alpha (shm2regs) warps overlap:
//
//   warps of a pipeline  W = ceil(ceil(#blocks / #SM) * warps per block
//                                 / #simWarp_per_SM)
//   t = planes * (ceil(W / alpha) * t_shm2regs + ceil(W / beta) * t_readBlk)
//
// where t_x = a warp's bytes / (bandwidth / (#SM * #simWarp_per_SM)): points
// of a plane in shared memory, each lane an element; the block's plane with
// its halo in coalesced chunks, over the block's warps. Reads are
// at BW_GM, since a new plane is never in L2, and writes are left out.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_STENCIL_TRAFFIC_STENCIL_H
#define GPUPERF_ANALYSIS_MODELS_STENCIL_TRAFFIC_STENCIL_H

#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <vector>

namespace gpuperf {

/// A cell relative to the one that is computed. Axis x is contiguous.
struct StencilPoint {
  int X = 0, Y = 0, Z = 0;
  auto operator<=>(const StencilPoint &) const = default;
};
/// The 7 cells that share a face, the 27 that share a face, an edge or a
/// corner, the centre included.
std::vector<StencilPoint> starPoints();
std::vector<StencilPoint> boxPoints();

/// Cells along x, y, z.
struct StencilExtent {
  double X = 1, Y = 1, Z = 1;
  double count() const { return X * Y * Z; }
};

struct StencilProblem {
  /// Points of each array that is read with neighbours.
  std::vector<std::vector<StencilPoint>> Arrays;
  double PlainArrays = 0;   ///< read at the cell alone
  double WrittenArrays = 1; ///< per computed cell
  double ElementBytes = 4;
  StencilExtent Cells;   ///< computed
  StencilExtent Tile;    ///< of one block
  double PitchCells = 0; ///< from row to row; 0: cells and their reach
  double FirstCell = 0;  ///< of a row, from an aligned place
  bool Staged = false;   ///< in shared memory
  /// Elements that a cell's computation reads from on-chip memory; 0: as many
  /// as there are points.
  double OnChipReads = 0;
};

struct StencilGpu {
  double GbpsGm = 0, GbpsL2 = 0, GbpsSmx = 0;
  double CoalescedBytes = 32, L2LineBytes = 64, L2Bytes = 0;
  double Epsilon = 0.01;
  double Sms = 1;
  double SimWarpsPerSm = 4; ///< SP per SM / threads per warp
  double ThreadsPerWarp = 32;
};

/// F(\p Tile, \p ChunkBytes) of one array's \p Points.
double stencilFetchedBytes(const StencilProblem &P,
                           llvm::ArrayRef<StencilPoint> Points,
                           const StencilExtent &Tile, double ChunkBytes);

struct StencilTraffic {
  double Gm = 0, L2 = 0, Smx = 0;         ///< bytes, V_GM, V_L2, V_SMX
  double CompulsoryGm = 0;                ///< of Gm, if L2 kept everything
  double LostX = 0, LostY = 0, LostZ = 0; ///< shares of what tiles share
};
/// \p ResidentBlocks of the whole GPU.
StencilTraffic stencilTraffic(const StencilProblem &P, const StencilGpu &Gpu,
                              double ResidentBlocks);

/// Microseconds at each level: memory, L2, on chip.
struct StencilTimes {
  double GmUs = 0, L2Us = 0, SmxUs = 0;
  double us() const { return std::max({GmUs, L2Us, SmxUs}); }
};
StencilTimes stencilLevelsUs(const StencilTraffic &V, const StencilGpu &Gpu);

struct TilingTime {
  double WarpsPerPipeline = 0, Planes = 0;
  double Shm2RegsUs = 0, ReadBlkUs = 0; ///< of all planes
  double us() const { return Shm2RegsUs + ReadBlkUs; }
};
/// The domain's z is walked: Tile.Z is not looked at. \p Alpha and \p Beta are
/// at least 1. Points of one plane: those of an array with the same z, at most.
/// Written arrays move with the reads; Su et al. have none.
TilingTime stencilTiling(const StencilProblem &P, const StencilGpu &Gpu,
                         double Alpha, double Beta);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_STENCIL_TRAFFIC_STENCIL_H
