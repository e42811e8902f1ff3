// RUN-ON: rtx-4090; expect none
#include "report.h"

#define MAX_THREADS 32

__global__ void __launch_bounds__(MAX_THREADS) minusOne(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] -= 1;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    v[i] = i;
  minusOne<<<(n + MAX_THREADS - 1) / MAX_THREADS, MAX_THREADS>>>(v, n);
  cudaDeviceSynchronize();
  report("less", v, n);
}
