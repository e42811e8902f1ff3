//===- MatrixKernels.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/matrix/MatrixKernels.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <random>

using namespace gpuperf;
using namespace gpuperf::exact;
using llvm::formatv;

namespace {
constexpr unsigned PerFile = 6;
/// Elements of two bytes in one piece of 16 bytes.
constexpr unsigned PieceElements = 8;
/// Numbers in the matrices, as halves that are multiples of 2^-24: every second
/// element, for they are written as words. Their products are exact.
constexpr uint32_t MostOfA = 61, MostOfB = 53;

constexpr const char *Declarations = R"cuda(
typedef unsigned short half_t;
__device__ inline unsigned at(const void *P) {
  return static_cast<unsigned>(__cvta_generic_to_shared(P));
}
template <int Bytes> __device__ inline void copy(half_t *To, const half_t *From) {
  for (int I = 0; I < 16; I += Bytes) {
    if (Bytes == 16)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(To)), "l"(From));
    else if (Bytes == 8)
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(at(To)), "l"(From));
    else
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at(To)), "l"(From));
    To += Bytes / 2;
    From += Bytes / 2;
  }
}
__device__ inline void load4(unsigned (&D)[4], const half_t *P) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(D[0]), "=r"(D[1]), "=r"(D[2]), "=r"(D[3]) : "r"(at(P)));
}
__device__ inline void turned4(unsigned *D, const half_t *P) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(D[0]), "=r"(D[1]), "=r"(D[2]), "=r"(D[3]) : "r"(at(P)));
}
__device__ inline void turned2(unsigned *D, const half_t *P) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
               : "=r"(D[0]), "=r"(D[1]) : "r"(at(P)));
}
__device__ inline void turned1(unsigned &D, const half_t *P) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(D) : "r"(at(P)));
}
__device__ inline void product(float (&D)[4], const unsigned (&A)[4], const unsigned *B) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
               "{%8,%9}, {%0,%1,%2,%3};"
               : "+f"(D[0]), "+f"(D[1]), "+f"(D[2]), "+f"(D[3])
               : "r"(A[0]), "r"(A[1]), "r"(A[2]), "r"(A[3]), "r"(B[0]), "r"(B[1]));
}
// Where piece Q of row R lies in a tile of rows of Pieces pieces of 16 bytes.
template <int Pieces, int Kind, int Shift, int Padding>
__device__ inline int place(int R, int Q) {
  const int Turn = (R >> Shift) % Pieces;
  const int P = Kind == 0 ? Q : Kind == 1 ? Q ^ Turn : (Q + Turn) % Pieces;
  return R * (Pieces * 8 + Padding) + P * 8;
}
template <int Warps, int Columns, int Depth, int Stages, int Bytes, int Load, int KindA,
          int ShiftA, int PaddingA, int KindB, int ShiftB, int PaddingB>
__device__ inline void multiply(const half_t *A, const half_t *B, float *C, int K) {
  constexpr int Rows = 16 * Warps, Threads = 32 * Warps, OfA = Depth / 8, OfB = Columns / 8;
  constexpr int SizeA = Rows * (Depth + PaddingA), SizeB = Depth * (Columns + PaddingB);
  __shared__ __align__(16) half_t Tiles[Stages][SizeA + SizeB];
  const int T = threadIdx.x, Lane = T % 32, W = T / 32;
  float D[OfB][4] = {};
  auto Fetch = [&](int Stage, int From) {
#pragma unroll
    for (int I = T; I < Rows * OfA; I += Threads)
      copy<Bytes>(&Tiles[Stage][place<OfA, KindA, ShiftA, PaddingA>(I / OfA, I % OfA)],
                  &A[(blockIdx.x * Rows + I / OfA) * K + From + I % OfA * 8]);
    for (int I = T; I < Depth * OfB; I += Threads)
      copy<Bytes>(&Tiles[Stage][SizeA + place<OfB, KindB, ShiftB, PaddingB>(I / OfB, I % OfB)],
                  &B[(From + I / OfB) * Columns + I % OfB * 8]);
  };
  const int Steps = K / Depth;
  for (int S = 0; S < Stages - 1; ++S) {
    if (S < Steps)
      Fetch(S, S * Depth);
    asm volatile("cp.async.commit_group;");
  }
  for (int S = 0; S < Steps; ++S) {
    if (S + Stages - 1 < Steps)
      Fetch((S + Stages - 1) % Stages, (S + Stages - 1) * Depth);
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group %0;" ::"n"(Stages - 1));
    __syncthreads();
    const half_t *Ours = Tiles[S % Stages];
#pragma unroll
    for (int At = 0; At < Depth; At += 16) {
      unsigned X[4], Y[OfB][2];
      load4(X, &Ours[place<OfA, KindA, ShiftA, PaddingA>(W * 16 + Lane % 16, At / 8 + Lane / 16)]);
#pragma unroll
      for (int N = 0; N < OfB; ++N) {
        const int R = At + Lane % 16;
        if (Load == 4) {
          if (N % 2 == 0)
            turned4(Y[N], &Ours[SizeA + place<OfB, KindB, ShiftB, PaddingB>(R, N + Lane / 16)]);
        } else if (Load == 2) {
          turned2(Y[N], &Ours[SizeA + place<OfB, KindB, ShiftB, PaddingB>(R, N)]);
        } else {
          turned1(Y[N][0], &Ours[SizeA + place<OfB, KindB, ShiftB, PaddingB>(At + Lane % 8, N)]);
          turned1(Y[N][1], &Ours[SizeA + place<OfB, KindB, ShiftB, PaddingB>(At + 8 + Lane % 8, N)]);
        }
      }
#pragma unroll
      for (int N = 0; N < OfB; ++N)
        product(D[N], X, Y[N]);
    }
    __syncthreads();
  }
  for (int N = 0; N < OfB; ++N)
    for (int I = 0; I < 4; ++I)
      C[(blockIdx.x * Rows + W * 16 + Lane / 4 + I / 2 * 8) * Columns + N * 8 + Lane % 4 * 2 + I % 2] =
          D[N][I];
}
)cuda";

struct Shape {
  unsigned Rows, Columns, Depth; ///< of the whole product
};

/// What differs from the product of the two matrices, if anything does.
std::string check(Shape S, llvm::ArrayRef<const char *> Buffers) {
  const auto *A = reinterpret_cast<const uint16_t *>(Buffers[0]),
             *B = reinterpret_cast<const uint16_t *>(Buffers[1]);
  const auto *C = reinterpret_cast<const float *>(Buffers[2]);
  for (unsigned R = 0; R < S.Rows; ++R)
    for (unsigned N = 0; N < S.Columns; ++N) {
      int64_t Sum = 0;
      for (unsigned K = 0; K < S.Depth; ++K)
        Sum += int64_t(A[R * S.Depth + K]) * B[K * S.Columns + N];
      const double Want = std::ldexp(static_cast<double>(Sum), -48);
      if (double(C[R * S.Columns + N]) != Want)
        return formatv("row {0}, column {1}: {2}, not {3}", R, N,
                       double(C[R * S.Columns + N]), Want);
    }
  return "";
}

class Generator {
public:
  explicit Generator(uint64_t Seed) : Random(Seed) {}

  void add(unsigned Number, GeneratedFile &Into) {
    const unsigned Warps = one({1U, 2U, 4U}),
                   Columns = one({16U, 32U, 64U, 128U}),
                   Depth = one({16U, 32U, 64U}), Stages = one({1U, 2U, 3U}),
                   Steps = one({1U, 2U, 3U, 5U}), Blocks = one({1U, 2U}),
                   Bytes = one({4U, 8U, 16U, 16U}), Load = one({1U, 2U, 4U});
    const Shape S = {16 * Warps * Blocks, Columns, Depth * Steps};
    Case C;
    C.Kernel = C.Name = "product" + std::to_string(Number);
    C.Grid = {Blocks}, C.Block = {32 * Warps};
    C.Args = {buffer(uint64_t(2) * S.Rows * S.Depth, MostOfA),
              buffer(uint64_t(2) * S.Depth * S.Columns, MostOfB),
              buffer(uint64_t(4) * S.Rows * S.Columns),
              int32(static_cast<int32_t>(S.Depth))};
    C.Check = [S](llvm::ArrayRef<const char *> Buffers) {
      return check(S, Buffers);
    };
    Into.Text +=
        formatv("__global__ void {0}(const half_t *A, const half_t *B, float "
                "*C, int K) {{\n  multiply<{1}, {2}, {3}, {4}, {5}, {6}, {7}, "
                "{8}>(A, B, C, K);\n}\n",
                C.Kernel, Warps, Columns, Depth, Stages, Bytes, Load, layout(),
                layout());
    Into.Cases.push_back(std::move(C));
  }

private:
  template <typename T> T one(std::initializer_list<T> Of) {
    return Of.begin()[Random() % Of.size()];
  }
  /// Kind (as it is, XOR, turned), shift of the row, padding in elements.
  std::string layout() {
    const unsigned Kind = one({0U, 1U, 1U, 2U}), Shift = one({0U, 1U, 2U}),
                   Padding = one({0U, 0U, 1U, 2U, 3U}) * PieceElements;
    return formatv("{0}, {1}, {2}", Kind, Shift, Padding);
  }

  std::mt19937_64 Random;
};
} // namespace

std::vector<GeneratedFile> exact::generateProducts(unsigned Kernels,
                                                   uint64_t Seed) {
  Generator G(Seed);
  return generateFiles(G, Kernels, PerFile, Declarations);
}
