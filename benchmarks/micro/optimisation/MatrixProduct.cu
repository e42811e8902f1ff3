//===- MatrixProduct.cu - Naive against tuned -----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how much faster does a matrix product get by tiles in shared
// memory, and by tiles in registers above them (Adinets and Shvets)?
//
// Method: C = A B in single precision, square. "naive": a thread for each
// element reads a row and a column from global memory. "tiled": blocks share 16
// x 16 tiles. "blocked": a block computes 128 x 128, a thread 8 x 8, so that
// each shared element is used eight times; accesses of 16 bytes. 2 n^3
// operations over the time. Sampled elements are compared with the CPU in
// double precision.
//
// Pitfalls: the order must give every SM several blocks of the largest tile, or
// the tuned version is measured with idle SMs: it follows from their number.
// Tensor cores are not used: the gain of the same arithmetic is asked for.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Signal.h"
#include "benchmarks/micro/gpu/OpsMemory.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>
#include <cmath>

namespace gpuperf::micro {
namespace {

constexpr unsigned Threads = 256;
constexpr unsigned Tile = 16;              // of the tiled version
constexpr unsigned Block = 128, Depth = 8; // of the blocked one
// Of a transposed tile: four more, so that no two rows begin in one bank.
constexpr unsigned Padded = Block + 4;

__global__ void GPUPERF_BOUNDS(Threads)
    naiveProduct(const float *A, const float *B, float *C, unsigned Order) {
  unsigned Tiles = Order / Tile;
  unsigned Row = blockIdx.x / Tiles * Tile + threadIdx.x / Tile;
  unsigned Column = blockIdx.x % Tiles * Tile + threadIdx.x % Tile;
  float Sum = 0;
  for (unsigned K = 0; K < Order; ++K)
    Sum = multiplyAdd(readGlobal(A + size_t(Row) * Order + K),
                      readGlobal(B + size_t(K) * Order + Column), Sum);
  writeGlobal(C + size_t(Row) * Order + Column, Sum);
}

__global__ void GPUPERF_BOUNDS(Threads)
    tiledProduct(const float *A, const float *B, float *C, unsigned Order) {
  __shared__ float TileA[Tile][Tile], TileB[Tile][Tile];
  unsigned Tiles = Order / Tile;
  unsigned Y = threadIdx.x / Tile, X = threadIdx.x % Tile;
  unsigned Row = blockIdx.x / Tiles * Tile + Y;
  unsigned Column = blockIdx.x % Tiles * Tile + X;
  float Sum = 0;
  for (unsigned K = 0; K < Order; K += Tile) {
    writeShared(&TileA[Y][X], readGlobal(A + size_t(Row) * Order + K + X));
    writeShared(&TileB[Y][X], readGlobal(B + size_t(K + Y) * Order + Column));
    __syncthreads();
#pragma unroll
    for (unsigned J = 0; J < Tile; ++J)
      Sum =
          multiplyAdd(readShared(&TileA[Y][J]), readShared(&TileB[J][X]), Sum);
    __syncthreads();
  }
  writeGlobal(C + size_t(Row) * Order + Column, Sum);
}

__device__ inline const Quad *quadAt(const float *P) {
  return reinterpret_cast<const Quad *>(P);
}

__global__ void GPUPERF_BOUNDS(Threads)
    blockedProduct(const float *A, const float *B, float *C, unsigned Order) {
  __shared__ Quad TileA[Depth][Padded / 4], TileB[Depth][Block / 4];
  unsigned Blocks = Order / Block;
  unsigned FirstRow = blockIdx.x / Blocks * Block;
  unsigned FirstColumn = blockIdx.x % Blocks * Block;
  // A thread's elements: four rows from Y and four from Y + 64, columns alike.
  unsigned Y = threadIdx.x / 16 * 4, X = threadIdx.x % 16 * 4;
  // What it brings: four neighbours of a row of A, and of B.
  unsigned RowA = threadIdx.x / 2, DepthA = threadIdx.x % 2 * 4;
  unsigned DepthB = threadIdx.x / 32, ColumnB = threadIdx.x % 32 * 4;
  float Sum[8][8] = {};
  for (unsigned K = 0; K < Order; K += Depth) {
    Quad FromA =
        readGlobal(quadAt(A + size_t(FirstRow + RowA) * Order + K + DepthA));
    Quad FromB = readGlobal(
        quadAt(B + size_t(K + DepthB) * Order + FirstColumn + ColumnB));
#pragma unroll
    for (unsigned I = 0; I < 4; ++I)
      writeShared(&TileA[DepthA + I][RowA / 4].V[RowA % 4], FromA.V[I]);
    writeShared(&TileB[DepthB][ColumnB / 4], FromB);
    __syncthreads();
#pragma unroll
    for (unsigned J = 0; J < Depth; ++J) {
      Quad Rows[2] = {readShared(&TileA[J][Y / 4]),
                      readShared(&TileA[J][(Y + 64) / 4])};
      Quad Columns[2] = {readShared(&TileB[J][X / 4]),
                         readShared(&TileB[J][(X + 64) / 4])};
#pragma unroll
      for (unsigned R = 0; R < 8; ++R)
#pragma unroll
        for (unsigned S = 0; S < 8; ++S)
          Sum[R][S] = multiplyAdd(Rows[R / 4].V[R % 4], Columns[S / 4].V[S % 4],
                                  Sum[R][S]);
    }
    __syncthreads();
  }
#pragma unroll
  for (unsigned R = 0; R < 8; ++R)
#pragma unroll
    for (unsigned S = 0; S < 8; S += 4) {
      size_t Row = FirstRow + R / 4 * 64 + Y + R % 4;
      size_t Column = FirstColumn + S / 4 * 64 + X;
      writeGlobal(
          reinterpret_cast<Quad *>(C + Row * Order + Column),
          Quad{{Sum[R][S], Sum[R][S + 1], Sum[R][S + 2], Sum[R][S + 3]}});
    }
}

/// How many of 64 elements are not the product of their row and column.
double wrongElements(const std::vector<float> &A, const std::vector<float> &B,
                     const std::vector<float> &C, unsigned Order) {
  double Wrong = 0;
  for (unsigned Sample = 0; Sample < 64; ++Sample) {
    // Spread over rows, columns and the places within a tile.
    size_t Row = (size_t(Sample) * 977 + 13) % Order;
    size_t Column = (size_t(Sample) * 1381 + 101) % Order;
    double Sum = 0;
    for (size_t K = 0; K < Order; ++K)
      Sum += double(A[Row * Order + K]) * B[K * Order + Column];
    // Not a number is wrong, too.
    Wrong += !(std::abs(C[Row * Order + Column] - Sum) <= 1e-5 * Order);
  }
  return Wrong;
}

using ProductKernel = void (*)(const float *, const float *, float *, unsigned);

} // namespace

void runMatrixProduct(Context &Ctx) {
  double Sms = std::max(1.0, Ctx.Device.SmCount);
  // Two blocks for each SM at least.
  unsigned Largest =
      Emulated
          ? Block
          : Block * unsigned(std::ceil(std::sqrt(Ctx.pick(2.0, 1.0) * Sms)));
  std::vector<unsigned> Orders = {Largest};
  if (!Emulated && !Ctx.Quick)
    Orders = {Largest / (2 * Block) * Block, Largest};
  struct {
    const char *Name;
    ProductKernel Kernel;
    unsigned Tile;
    std::vector<Point> Points;
    double Wrong;
  } Versions[] = {{"naive", naiveProduct, Tile, {}, 0},
                  {"tiled", tiledProduct, Tile, {}, 0},
                  {"blocked", blockedProduct, Block, {}, 0}};
  for (unsigned Order : Orders) {
    if (Order == 0)
      continue;
    size_t Elements = size_t(Order) * Order;
    std::vector<float> HostA(Elements), HostB(Elements);
    for (size_t I = 0; I < Elements; ++I) {
      HostA[I] = signalValue(I);
      HostB[I] = signalValue(I + Elements);
    }
    DeviceArray<float> A(HostA), B(HostB), C(Elements);
    for (auto &Version : Versions) {
      C.clear();
      unsigned Blocks = (Order / Version.Tile) * (Order / Version.Tile);
      std::vector<double> Gflops;
      for (double Us :
           timeUs(Emulated ? 1 : Ctx.pick(7u, 3u), Emulated ? 0 : 1, [&] {
             launch(Version.Kernel, {dim3(Blocks), dim3(Threads)}, A.data(),
                    B.data(), C.data(), Order);
           }))
        Gflops.push_back(2.0 * Order * Order * Order / (Us * 1e3));
      Version.Points.push_back(summarise(Order, Gflops));
      Version.Wrong += wrongElements(HostA, HostB, C.host(), Order);
    }
  }
  for (auto &Version : Versions) {
    Series &Curve = Ctx.add(Version.Name, "matrix_order", "gflops",
                            {{"wrong_elements", Version.Wrong}});
    Curve.Points = Version.Points;
  }
}

} // namespace gpuperf::micro
