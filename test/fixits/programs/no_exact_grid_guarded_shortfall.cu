// RUN-ON: rtx-4090; expect none
// n / block leaves the last elements alone: another block leaves others.
#include "report.h"

__global__ void mark(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = 1;
}

int main() {
  const int n = 1003445; // 32 times a prime, and 21
  const int block = 32;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  mark<<<n / block, block>>>(v, n);
  cudaDeviceSynchronize();
  report("marked", v, n);
}
