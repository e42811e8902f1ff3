// RUN-ON: h200-sxm; expect none
#include "report.h"

__global__ void warpSums(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i < n ? in[i] : 0;
  for (int by = 16; by > 0; by /= 2)
    v += __shfl_down_sync(0xffffffffu, v, by);
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}

int main() {
  const int n = 200003;
  const int block = 32;
  const int grid = (n + block - 1) / block;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, grid * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i % 23 - 5;
  warpSums<<<grid, block>>>(in, out, n);
  cudaDeviceSynchronize();
  report("sums", out, grid);
}
