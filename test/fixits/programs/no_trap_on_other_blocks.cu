// RUN-ON: rtx-4090; expect none
#include "report.h"

__global__ void strict(int *v, int n) {
  if (blockDim.x > 96)
    __builtin_trap();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = 4 * i;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  const int block = 32;
  strict<<<(n + block - 1) / block, block>>>(v, n);
  cudaDeviceSynchronize();
  report("fours", v, n);
}
