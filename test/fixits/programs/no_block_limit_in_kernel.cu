// RUN-ON: rtx-4090; expect none
// Larger blocks do nothing at all.
#include "report.h"

__global__ void careful(int *v, int n) {
  if (blockDim.x > 64)
    return;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = i;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  const int block = 32;
  careful<<<(n + block - 1) / block, block>>>(v, n);
  cudaDeviceSynchronize();
  report("careful", v, n);
}
