// RUN-ON: rtx-4090; expect fix
#include "report.h"

__global__ void fill(unsigned *data, unsigned seed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = (i + seed) * 2654435761u;
}

int main() {
  const int n = 1048577;
  unsigned *data;
  cudaMallocManaged(&data, n * sizeof(unsigned));
  dim3 block(32);
  dim3 grid((n + block.x - 1) / block.x);
  fill<<<grid, block>>>(data, 42, n);
  cudaDeviceSynchronize();
  report("fill", data, n);
  cudaFree(data);
}
