// RUN-ON: rtx-4090; expect none
// The grid that follows the block is printed.
#include "report.h"

__global__ void increment(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    ++v[i];
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  dim3 block(32);
  dim3 grid((n + block.x - 1) / block.x);
  increment<<<grid, block>>>(v, n);
  cudaDeviceSynchronize();
  std::printf("launched %u blocks\n", grid.x);
  report("incremented", v, n);
}
