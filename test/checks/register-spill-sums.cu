// Sums of matrix products that are more than a thread has registers.
// REQUIRES: ptxas
// RUN: %tidy -checks=-*,gpuperf-register-spill --config="{CheckOptions: {GpuperfGpu: h100-sxm, GpuperfMinGainPercent: 0}}" %s -- %device 2>&1 | FileCheck %s

__device__ void product(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
               "{%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
// Of 8 x 8 products of 16 x 8, each thread has four sums each.
template <int M, int N> __global__ void tiles(const unsigned *A, const unsigned *B, float *C, int n) {
  // CHECK: [[#@LINE-1]]:41: warning: ptxas spills {{[0-9]+}} bytes of registers per thread to local memory (255 registers are left), as the sums of its matrix products alone need 256: {{.*}} of the time of 'tiles<8, 8>' on h100-sxm [gpuperf-register-spill]
  // CHECK: note: give each warp a smaller tile of the result, with more warps in the block or a smaller tile of the block: its sums stay in registers from the first product to the last
  // CHECK-NOT: warning:
  __shared__ unsigned As[M * 128], Bs[N * 64];
  const int lane = threadIdx.x % 32;
  float d[M][N][4] = {};
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    for (int i = threadIdx.x; i < M * 128; i += blockDim.x)
      As[i] = A[k * M * 128 + i];
    for (int i = threadIdx.x; i < N * 64; i += blockDim.x)
      Bs[i] = B[k * N * 64 + i];
    __syncthreads();
    unsigned a[M][4], b[N][2];
#pragma unroll
    for (int m = 0; m < M; ++m)
#pragma unroll
      for (int i = 0; i < 4; ++i)
        a[m][i] = As[m * 128 + i * 32 + lane];
#pragma unroll
    for (int j = 0; j < N; ++j)
#pragma unroll
      for (int i = 0; i < 2; ++i)
        b[j][i] = Bs[j * 64 + i * 32 + lane];
#pragma unroll
    for (int m = 0; m < M; ++m)
#pragma unroll
      for (int j = 0; j < N; ++j)
        product(d[m][j], a[m], b[j]);
  }
#pragma unroll
  for (int m = 0; m < M; ++m)
#pragma unroll
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < 4; ++i)
        C[((blockIdx.x * M + m) * N + j) * 128 + i * 32 + lane] = d[m][j][i];
}
void run(const unsigned *A, const unsigned *B, float *C) {
  tiles<8, 8><<<26400, 128>>>(A, B, C, 1);
  tiles<4, 8><<<26400, 128>>>(A, B, C, 1);
}
