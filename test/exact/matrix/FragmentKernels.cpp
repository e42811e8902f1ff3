//===- FragmentKernels.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/matrix/FragmentKernels.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <random>

using namespace gpuperf;
using namespace gpuperf::exact;
using llvm::formatv;

namespace {
constexpr unsigned PerFile = 6, Edge = 16;
/// As in MatrixKernels.cpp: halves that are multiples of 2^-24.
constexpr uint32_t MostOfA = 61, MostOfB = 53;

// What mma.h makes of load_matrix_sync, mma_sync and store_matrix_sync. A warp
// has one tile of 16 x 16 of the result.
constexpr const char *Declarations = R"cuda(
typedef unsigned short half_t;
template <int Warps, bool TurnA, bool TurnB, bool TurnC, int SharedA, int SharedB, bool Through,
          int PaddingA, int PaddingB, int PaddingC>
__device__ inline void multiply(const half_t *A, const half_t *B, const float *C, float *D, int K) {
  constexpr int Rows = 16 * Warps, Threads = 32 * Warps;
  // A tile is 16 rows or columns of what is stored side by side.
  constexpr int PitchA = (TurnA ? Rows : 16) + PaddingA, PitchB = 16 + PaddingB, PitchC = 16 + PaddingC;
  __shared__ __align__(16) half_t TileA[SharedA ? (TurnA ? 16 : Rows) * PitchA : 8];
  __shared__ __align__(16) half_t TileB[SharedB ? 16 * PitchB : 8];
  __shared__ __align__(16) float TileC[Through ? Rows * PitchC : 4];
  const int T = threadIdx.x, W = T / 32, M = gridDim.x * Rows, First = blockIdx.x * Rows;
  int X[8], Y[8];
  float Sums[8];
  __hmma_m16n16k16_ld_c_f32(Sums, TurnC ? C + First + W * 16 : C + (First + W * 16) * 16, TurnC ? M : 16, TurnC);
  for (int At = 0; At < K; At += 16) {
    if (SharedA)
      for (int I = T; I < Rows * 16; I += Threads)
        if (TurnA)
          TileA[I / Rows * PitchA + I % Rows] = A[(At + I / Rows) * M + First + I % Rows];
        else
          TileA[I / 16 * PitchA + I % 16] = A[(First + I / 16) * K + At + I % 16];
    if (SharedB)
      for (int I = T; I < 256; I += Threads)
        TileB[I / 16 * PitchB + I % 16] = TurnB ? B[I / 16 * K + At + I % 16] : B[(At + I / 16) * 16 + I % 16];
    if (SharedA || SharedB)
      __syncthreads();
    if (SharedA)
      __hmma_m16n16k16_ld_a(X, (const int *)(TileA + (TurnA ? W * 16 : W * 16 * PitchA)), PitchA, TurnA);
    else
      __hmma_m16n16k16_ld_a(X, (const int *)(TurnA ? A + At * M + First + W * 16 : A + (First + W * 16) * K + At),
                            TurnA ? M : K, TurnA);
    if (SharedB)
      __hmma_m16n16k16_ld_b(Y, (const int *)TileB, PitchB, TurnB);
    else
      __hmma_m16n16k16_ld_b(Y, (const int *)(TurnB ? B + At : B + At * 16), TurnB ? K : 16, TurnB);
    __hmma_m16n16k16_mma_f32f32(Sums, X, Y, Sums, TurnA * 2 + TurnB, 0);
    if (SharedA || SharedB)
      __syncthreads();
  }
  if (Through) {
    __hmma_m16n16k16_st_c_f32(TileC + W * 16 * PitchC, Sums, PitchC, 0);
    __syncthreads();
    for (int I = T; I < Rows * 16; I += Threads)
      D[TurnC ? I % 16 * M + First + I / 16 : (First + I / 16) * 16 + I % 16] = TileC[I / 16 * PitchC + I % 16];
  } else {
    __hmma_m16n16k16_st_c_f32(TurnC ? D + First + W * 16 : D + (First + W * 16) * 16, Sums, TurnC ? M : 16, TurnC);
  }
}
)cuda";

struct Shape {
  unsigned Rows, Depth; ///< of the whole product, which has Edge columns
  bool TurnA, TurnB, TurnC;
};

/// What differs from the product of the two matrices, if anything does.
std::string check(Shape S, llvm::ArrayRef<const char *> Buffers) {
  const auto *A = reinterpret_cast<const uint16_t *>(Buffers[0]),
             *B = reinterpret_cast<const uint16_t *>(Buffers[1]);
  const auto *D = reinterpret_cast<const float *>(Buffers[3]);
  for (unsigned R = 0; R < S.Rows; ++R)
    for (unsigned N = 0; N < Edge; ++N) {
      int64_t Sum = 0;
      for (unsigned K = 0; K < S.Depth; ++K)
        Sum += int64_t(A[S.TurnA ? K * S.Rows + R : R * S.Depth + K]) *
               B[S.TurnB ? N * S.Depth + K : K * Edge + N];
      const double Want = std::ldexp(static_cast<double>(Sum), -48),
                   Is = D[S.TurnC ? N * S.Rows + R : R * Edge + N];
      if (Is != Want)
        return formatv("row {0}, column {1}: {2}, not {3}", R, N, Is, Want);
    }
  return "";
}

class Generator {
public:
  explicit Generator(uint64_t Seed) : Random(Seed) {}

  void add(unsigned Number, GeneratedFile &Into) {
    const unsigned Warps = one({1U, 2U, 4U}), Steps = one({1U, 2U, 3U}),
                   Blocks = one({1U, 2U, 3U});
    const Shape S = {16 * Warps * Blocks, Edge * Steps, coin(), coin(), coin()};
    Case C;
    C.Kernel = C.Name = "wmma" + std::to_string(Number);
    C.Grid = {Blocks}, C.Block = {32 * Warps};
    C.Args = {buffer(uint64_t(2) * S.Rows * S.Depth, MostOfA),
              buffer(uint64_t(2) * S.Depth * Edge, MostOfB),
              buffer(uint64_t(4) * S.Rows * Edge, 1),
              buffer(uint64_t(4) * S.Rows * Edge),
              int32(static_cast<int32_t>(S.Depth))};
    C.Check = [S](llvm::ArrayRef<const char *> Buffers) {
      return check(S, Buffers);
    };
    const unsigned SharedA = coin(), SharedB = coin(), Through = coin(),
                   PaddingA = one({0U, 8U, 16U}), PaddingB = one({0U, 8U, 24U}),
                   PaddingC = one({0U, 4U, 8U, 12U});
    Into.Text += formatv(
        "__global__ void {0}(const half_t *A, const half_t *B, const float *C, "
        "float *D, int K) {{\n  multiply<{1}, {2}, {3}, {4}, {5}, {6}, {7}, "
        "{8}, {9}, {10}>(A, B, C, D, K);\n}\n",
        C.Kernel, Warps, unsigned(S.TurnA), unsigned(S.TurnB),
        unsigned(S.TurnC), SharedA, SharedB, Through, PaddingA, PaddingB,
        PaddingC);
    Into.Cases.push_back(std::move(C));
  }

private:
  template <typename T> T one(std::initializer_list<T> Of) {
    return Of.begin()[Random() % Of.size()];
  }
  bool coin() { return Random() % 2; }

  std::mt19937_64 Random;
};
} // namespace

std::vector<GeneratedFile> exact::generateFragmentProducts(unsigned Kernels,
                                                           uint64_t Seed) {
  Generator G(Seed);
  return generateFiles(G, Kernels, PerFile, Declarations);
}
