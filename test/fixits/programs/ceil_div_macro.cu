// RUN-ON: rtx-3090; expect fix
#include "report.h"

#define CEIL_DIV(x, y) (((x) + (y)-1) / (y))
#define NUM_THREADS 32

__global__ void relu(float *v, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n)
    v[tid] = v[tid] > 0 ? v[tid] : 0;
}

int main() {
  const int n = 1300021;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    v[i] = noise(i) - 0.5f;
  relu<<<CEIL_DIV(n, NUM_THREADS), NUM_THREADS>>>(v, n);
  cudaDeviceSynchronize();
  report("relu", v, n);
  cudaFree(v);
}
