// Dense matrix products, one thread per element of the result, which is read
// and written in memory at every step of the sum. Stands for dataset klaraptor:
// mm2_kernel1/2 (2MM), mm3_kernel1/3 (3MM), syrk_kernel (SYRK). Part of
// gpuperf. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The element of Out (Height x Width) that this thread owns. Out may alias
/// what is read, so every step goes through memory.
static __device__ __forceinline__ void product(float *Left, float *Right,
                                               float *Out, int Height,
                                               int Width, int Inner) {
  int Column = blockIdx.x * blockDim.x + threadIdx.x;
  int Line = blockIdx.y * blockDim.y + threadIdx.y;
  if (Line < Height && Column < Width)
    for (int Step = 0; Step < Inner; ++Step)
      Out[Line * Width + Column] +=
          Left[Line * Inner + Step] * Right[Step * Width + Column];
}

__global__ void mm2_kernel1(float *A, float *B, float *C, int NI, int NJ,
                            int NK, int NL) {
  product(A, B, C, NI, NJ, NK);
}

__global__ void mm2_kernel2(float *C, float *D, float *E, int NI, int NJ,
                            int NK, int NL) {
  product(C, D, E, NI, NL, NJ);
}

__global__ void mm3_kernel1(float *A, float *B, float *E, int NI, int NJ,
                            int NK) {
  product(A, B, E, NI, NJ, NK);
}

__global__ void mm3_kernel3(float *E, float *F, float *G, int NI, int NJ,
                            int NL) {
  product(E, F, G, NI, NL, NJ);
}

/// c (N x N) = beta * c + alpha * a * transposed a; a is N x M.
__global__ void syrk_kernel(float alpha, float beta, float *a, float *c, int M,
                            int N) {
  int Column = blockIdx.x * blockDim.x + threadIdx.x;
  int Line = blockIdx.y * blockDim.y + threadIdx.y;
  if (Line < N && Column < N) {
    c[Line * N + Column] *= beta;
    for (int Step = 0; Step < M; ++Step)
      c[Line * N + Column] += alpha * a[Line * M + Step] * a[Column * M + Step];
  }
}
