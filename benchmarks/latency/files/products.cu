// Thousands of matrix products in the text of one kernel, as unrolled kernels
// of libraries have them: how long a launch of it takes to predict. The macros
// repeat what the compiler would not unroll as often.
constexpr int Tiles = 16;

__device__ inline void step(const unsigned *Operands, int At,
                            float (&Sum)[Tiles][4]) {
  const unsigned X = Operands[(threadIdx.x + At * 3) & 511];
  const unsigned Y = Operands[(threadIdx.x + At * 7) & 511];
#pragma unroll
  for (int Tile = 0; Tile < Tiles; ++Tile)
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%4,%5}, {%4,%5}, {%0,%1,%2,%3};"
                 : "+f"(Sum[Tile][0]), "+f"(Sum[Tile][1]), "+f"(Sum[Tile][2]),
                   "+f"(Sum[Tile][3])
                 : "r"(X), "r"(Y));
}

#define STEP4(AT)                                                              \
  step(Operands, AT, Sum), step(Operands, AT + 1, Sum),                        \
      step(Operands, AT + 2, Sum), step(Operands, AT + 3, Sum)
#define STEP16(AT) STEP4(AT), STEP4(AT + 4), STEP4(AT + 8), STEP4(AT + 12)
#define STEP64(AT) STEP16(AT), STEP16(AT + 16), STEP16(AT + 32), STEP16(AT + 48)
#define STEP128(AT) STEP64(AT), STEP64(AT + 64)

template <bool Long>
__global__ void products(const unsigned *A, const unsigned *B, float *C,
                         int K) {
  __shared__ unsigned Operands[512];
  const int Thread = threadIdx.x;
  float Sum[Tiles][4] = {};
  for (int Slab = 0; Slab < K; ++Slab) {
    Operands[Thread] = A[Slab * blockDim.x + Thread + blockIdx.x * K];
    Operands[Thread + 256] = B[Slab * blockDim.x + Thread];
    __syncthreads();
    STEP128(0);
    if constexpr (Long)
      STEP128(128), STEP128(256), STEP128(384);
    __syncthreads();
  }
#pragma unroll
  for (int Tile = 0; Tile < Tiles; ++Tile)
#pragma unroll
    for (int I = 0; I < 4; ++I)
      C[((blockIdx.x * blockDim.x + Thread) * Tiles + Tile) * 4 + I] =
          Sum[Tile][I];
}

void launch(const unsigned *A, const unsigned *B, float *C) {
  products<false><<<1024, 256>>>(A, B, C, 64);
  products<true><<<1024, 256>>>(A, B, C, 64);
}
