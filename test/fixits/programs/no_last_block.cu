// RUN-ON: rtx-4090; expect none
#include "report.h"

__global__ void tail(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = blockIdx.x == gridDim.x - 1 ? -i : i;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  const int block = 32;
  tail<<<(n + block - 1) / block, block>>>(v, n);
  cudaDeviceSynchronize();
  report("tail", v, n);
}
