// C = alpha * A * B + beta * C in single precision, from one thread per element
// to 8 x 8 elements per thread through shared memory. Stands for dataset
// sgemm_cuda: sgemm_naive ... sgemmResolveBankExtraCol. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

using Index = unsigned int;

/// x picks the row: threads of a warp read rows of A and write a column of C.
__global__ void sgemm_naive(int M, int N, int K, float alpha, const float *A,
                            const float *B, float beta, float *C) {
  const Index Line = blockIdx.x * blockDim.x + threadIdx.x;
  const Index Column = blockIdx.y * blockDim.y + threadIdx.y;
  if (Line >= M || Column >= N)
    return;
  float Sum = 0.0f;
  for (int Step = 0; Step < K; ++Step)
    Sum += A[Line * K + Step] * B[Step * N + Column];
  C[Line * N + Column] = alpha * Sum + beta * C[Line * N + Column];
}

/// A 1D block laid over a square: threads of a warp read along rows.
template <const Index Side>
__global__ void sgemm_global_mem_coalesce(int M, int N, int K, float alpha,
                                          const float *A, const float *B,
                                          float beta, float *C) {
  const int Line = blockIdx.x * Side + threadIdx.x / Side;
  const int Column = blockIdx.y * Side + threadIdx.x % Side;
  if (Line >= M || Column >= N)
    return;
  float Sum = 0.0f;
  for (int Step = 0; Step < K; ++Step)
    Sum += A[Line * K + Step] * B[Step * N + Column];
  C[Line * N + Column] = alpha * Sum + beta * C[Line * N + Column];
}

/// Square tiles in shared memory, one element per thread.
template <const int Side>
__global__ void sgemm_shared_mem_block(int M, int N, int K, float alpha,
                                       const float *A, const float *B,
                                       float beta, float *C) {
  __shared__ float TileA[Side * Side], TileB[Side * Side];
  const Index Column = threadIdx.x % Side, Line = threadIdx.x / Side;
  A += blockIdx.x * Side * K;
  B += blockIdx.y * Side;
  C += blockIdx.x * Side * N + blockIdx.y * Side;
  float Sum = 0.0f;
  for (int From = 0; From < K; From += Side) {
    TileA[Line * Side + Column] = A[Line * K + Column];
    TileB[Line * Side + Column] = B[Line * N + Column];
    __syncthreads();
    A += Side;
    B += Side * N;
    for (int Step = 0; Step < Side; ++Step)
      Sum += TileA[Line * Side + Step] * TileB[Step * Side + Column];
    __syncthreads();
  }
  C[Line * N + Column] = alpha * Sum + beta * C[Line * N + Column];
}

/// Each thread owns TM elements of one column.
template <const int BM, const int BN, const int BK, const int TM>
__global__ void sgemm1DBlocktiling(int M, int N, int K, float alpha,
                                   const float *A, const float *B, float beta,
                                   float *C) {
  __shared__ float TileA[BM * BK], TileB[BK * BN];
  const int Column = threadIdx.x % BN, Strip = threadIdx.x / BN;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  const Index FromColumnA = threadIdx.x % BK, FromLineA = threadIdx.x / BK;
  const Index FromColumnB = threadIdx.x % BN, FromLineB = threadIdx.x / BN;
  float Sums[TM] = {0.0f};
  for (Index From = 0; From < K; From += BK) {
    TileA[FromLineA * BK + FromColumnA] = A[FromLineA * K + FromColumnA];
    TileB[FromLineB * BN + FromColumnB] = B[FromLineB * N + FromColumnB];
    __syncthreads();
    A += BK;
    B += BK * N;
#pragma unroll
    for (Index Step = 0; Step < BK; ++Step) {
      float Right = TileB[Step * BN + Column];
#pragma unroll
      for (Index I = 0; I < TM; ++I)
        Sums[I] += TileA[(Strip * TM + I) * BK + Step] * Right;
    }
    __syncthreads();
  }
#pragma unroll
  for (Index I = 0; I < TM; ++I) {
    float &Out = C[(Strip * TM + I) * N + Column];
    Out = alpha * Sums[I] + beta * Out;
  }
}

/// The outer product that one step adds to a thread's TM x TN elements.
template <int TM, int TN>
static __device__ __forceinline__ void addOuter(float *Sums, const float *Left,
                                                const float *Right) {
#pragma unroll
  for (Index I = 0; I < TM; ++I)
#pragma unroll
    for (Index J = 0; J < TN; ++J)
      Sums[I * TN + J] += Left[I] * Right[J];
}

/// Each thread owns TM x TN elements; scalar loads.
template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN), 1)
    sgemm2DBlocktiling(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C) {
  constexpr Index Threads = BM * BN / (TM * TN);
  __shared__ float TileA[BM * BK], TileB[BK * BN];
  const int OwnColumn = threadIdx.x % (BN / TN);
  const int OwnLine = threadIdx.x / (BN / TN);
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  const Index FromLineA = threadIdx.x / BK, FromColumnA = threadIdx.x % BK;
  const Index FromLineB = threadIdx.x / BN, FromColumnB = threadIdx.x % BN;
  float Sums[TM * TN] = {0.0f}, Left[TM] = {0.0f}, Right[TN] = {0.0f};
  for (Index From = 0; From < K; From += BK) {
#pragma unroll
    for (Index Skip = 0; Skip < BM; Skip += Threads / BK)
      TileA[(FromLineA + Skip) * BK + FromColumnA] =
          A[(FromLineA + Skip) * K + FromColumnA];
#pragma unroll
    for (Index Skip = 0; Skip < BK; Skip += Threads / BN)
      TileB[(FromLineB + Skip) * BN + FromColumnB] =
          B[(FromLineB + Skip) * N + FromColumnB];
    __syncthreads();
    A += BK;
    B += BK * N;
#pragma unroll
    for (Index Step = 0; Step < BK; ++Step) {
#pragma unroll
      for (Index I = 0; I < TM; ++I)
        Left[I] = TileA[(OwnLine * TM + I) * BK + Step];
#pragma unroll
      for (Index J = 0; J < TN; ++J)
        Right[J] = TileB[Step * BN + OwnColumn * TN + J];
      addOuter<TM, TN>(Sums, Left, Right);
    }
    __syncthreads();
  }
#pragma unroll
  for (Index I = 0; I < TM; ++I)
#pragma unroll
    for (Index J = 0; J < TN; ++J) {
      float &Out = C[(OwnLine * TM + I) * N + OwnColumn * TN + J];
      Out = alpha * Sums[I * TN + J] + beta * Out;
    }
}

/// How the tile of B lies in shared memory: where four neighbours are stored,
/// and where a thread finds its J-th value of a step.
template <int BN> struct RowMajor {
  static constexpr int Floats = BN;
  static __device__ __forceinline__ void store(float *Tile, Index Line,
                                               Index Quad, float4 Four) {
    *reinterpret_cast<float4 *>(&Tile[Line * BN + Quad * 4]) = Four;
  }
  template <int TN>
  static __device__ __forceinline__ Index at(Index Step, int Column, Index J) {
    return Step * BN + Column * TN + J;
  }
};

/// Values of one thread lie 16 floats apart, threads side by side.
template <int BN> struct Interleaved {
  static constexpr int Floats = BN;
  static __device__ __forceinline__ void store(float *Tile, Index Line,
                                               Index Quad, float4 Four) {
    const Index First = (Quad % 2) * 4 + Line * 8, Column = Quad / 2;
    Tile[(First + 0) * 16 + Column] = Four.x;
    Tile[(First + 1) * 16 + Column] = Four.y;
    Tile[(First + 2) * 16 + Column] = Four.z;
    Tile[(First + 3) * 16 + Column] = Four.w;
  }
  template <int TN>
  static __device__ __forceinline__ Index at(Index Step, int Column, Index J) {
    return (Step * 8 + J) * 16 + Column;
  }
};

/// Rows padded by five floats.
template <int BN> struct Padded {
  static constexpr int Floats = BN + 5;
  static __device__ __forceinline__ void store(float *Tile, Index Line,
                                               Index Quad, float4 Four) {
    Tile[Line * Floats + Quad * 4 + 0] = Four.x;
    Tile[Line * Floats + Quad * 4 + 1] = Four.y;
    Tile[Line * Floats + Quad * 4 + 2] = Four.z;
    Tile[Line * Floats + Quad * 4 + 3] = Four.w;
  }
  template <int TN>
  static __device__ __forceinline__ Index at(Index Step, int Column, Index J) {
    return Step * Floats + Column * TN + J;
  }
};

/// TM x TN elements per thread, 16-byte global accesses, A transposed on its
/// way into shared memory, B laid out as \p Layout says.
template <int BM, int BN, int BK, int TM, int TN, class Layout>
static __device__ __forceinline__ void
vectorSgemm(float *TileA, float *TileB, int N, int K, float Alpha, float *A,
            float *B, float Beta, float *C) {
  const int OwnColumn = threadIdx.x % (BN / TN);
  const int OwnLine = threadIdx.x / (BN / TN);
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  const Index LineA = threadIdx.x / (BK / 4), QuadA = threadIdx.x % (BK / 4);
  const Index LineB = threadIdx.x / (BN / 4), QuadB = threadIdx.x % (BN / 4);
  float Sums[TM * TN] = {0.0f}, Left[TM] = {0.0f}, Right[TN] = {0.0f};
  for (Index From = 0; From < K; From += BK) {
    float4 Four = *reinterpret_cast<float4 *>(&A[LineA * K + QuadA * 4]);
    TileA[(QuadA * 4 + 0) * BM + LineA] = Four.x;
    TileA[(QuadA * 4 + 1) * BM + LineA] = Four.y;
    TileA[(QuadA * 4 + 2) * BM + LineA] = Four.z;
    TileA[(QuadA * 4 + 3) * BM + LineA] = Four.w;
    Four = *reinterpret_cast<float4 *>(&B[LineB * N + QuadB * 4]);
    Layout::store(TileB, LineB, QuadB, Four);
    __syncthreads();
    A += BK;
    B += BK * N;
#pragma unroll
    for (Index Step = 0; Step < BK; ++Step) {
#pragma unroll
      for (Index I = 0; I < TM; ++I)
        Left[I] = TileA[Step * BM + OwnLine * TM + I];
#pragma unroll
      for (Index J = 0; J < TN; ++J)
        Right[J] = TileB[Layout::template at<TN>(Step, OwnColumn, J)];
      addOuter<TM, TN>(Sums, Left, Right);
    }
    __syncthreads();
  }
#pragma unroll
  for (Index I = 0; I < TM; ++I)
#pragma unroll
    for (Index J = 0; J < TN; J += 4) {
      const float *Sum = &Sums[I * TN + J];
      float4 *Out = reinterpret_cast<float4 *>(
          &C[(OwnLine * TM + I) * N + OwnColumn * TN + J]);
      float4 Four = *Out;
      Four.x = Alpha * Sum[0] + Beta * Four.x;
      Four.y = Alpha * Sum[1] + Beta * Four.y;
      Four.z = Alpha * Sum[2] + Beta * Four.z;
      Four.w = Alpha * Sum[3] + Beta * Four.w;
      *Out = Four;
    }
}

#define VECTOR_SGEMM(NAME, LAYOUT)                                             \
  template <const int BM, const int BN, const int BK, const int TM,            \
            const int TN>                                                      \
  __global__ void NAME(int M, int N, int K, float alpha, float *A, float *B,   \
                       float beta, float *C) {                                 \
    __shared__ float TileA[BM * BK];                                           \
    __shared__ float TileB[BK * LAYOUT<BN>::Floats];                           \
    vectorSgemm<BM, BN, BK, TM, TN, LAYOUT<BN>>(TileA, TileB, N, K, alpha, A,  \
                                                B, beta, C);                   \
  }                                                                            \
  template __global__ void NAME<128, 128, 8, 8, 8>(                            \
      int, int, int, float, float *, float *, float, float *)
VECTOR_SGEMM(sgemmVectorize, RowMajor);
VECTOR_SGEMM(sgemmResolveBankConflicts, Interleaved);
VECTOR_SGEMM(sgemmResolveBankExtraCol, Padded);

template __global__ void sgemm_global_mem_coalesce<32>(int, int, int, float,
                                                       const float *,
                                                       const float *, float,
                                                       float *);
template __global__ void sgemm_shared_mem_block<32>(int, int, int, float,
                                                    const float *,
                                                    const float *, float,
                                                    float *);
template __global__ void sgemm1DBlocktiling<64, 64, 8, 8>(int, int, int, float,
                                                          const float *,
                                                          const float *, float,
                                                          float *);
template __global__ void
sgemm2DBlocktiling<128, 128, 8, 8, 8>(int, int, int, float, const float *,
                                      const float *, float, float *);
