// RUN-ON: rtx-4090; expect none
#include "report.h"

__global__ void label(int *owner, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    owner[i] = blockIdx.x;
}

int main() {
  const int n = 1000003;
  int *owner;
  cudaMallocManaged(&owner, n * sizeof(int));
  const int block = 32;
  label<<<(n + block - 1) / block, block>>>(owner, n);
  cudaDeviceSynchronize();
  report("owners", owner, n);
}
