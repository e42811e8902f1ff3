// The part of a program that launches; main.cu calls it.
#if __has_include(<cuda_runtime.h>)
#include <cuda_runtime.h>
#endif

__global__ void scale(float *X, float A, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    X[I] *= A;
}

void go(float *X, int N) { scale<<<(N + 255) / 256, 256>>>(X, 2.0f, N); }
