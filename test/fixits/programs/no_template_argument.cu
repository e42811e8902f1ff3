// RUN-ON: rtx-4090; expect none
#include "report.h"

template <int BLOCK> __global__ void sums(const int *in, int *out, int n) {
  __shared__ int slot[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  slot[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int t = 0; t < BLOCK; ++t)
      sum += slot[t];
    out[blockIdx.x] = sum;
  }
}

int main() {
  const int n = 100003;
  const int block = 32;
  const int grid = (n + block - 1) / block;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, grid * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i % 7;
  sums<block><<<grid, block>>>(in, out, n);
  cudaDeviceSynchronize();
  report("sums", out, grid);
}
