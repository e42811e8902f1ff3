// RUN-ON: h200-sxm; expect either
// The block comes from the caller.
#include "report.h"

__global__ void ramp(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = 2 * i + 1;
}

static void run(int *v, int n, int threads) {
  ramp<<<(n + threads - 1) / threads, threads>>>(v, n);
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  run(v, n, 32);
  cudaDeviceSynchronize();
  report("ramp", v, n);
  cudaFree(v);
}
