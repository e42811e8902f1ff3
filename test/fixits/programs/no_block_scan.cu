// RUN-ON: h200-sxm; expect none
// Prefix sums within each block, in dynamic shared memory.
#include "report.h"

__global__ void scanBlocks(const int *in, int *out, int n) {
  extern __shared__ int s[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int by = 1; by < blockDim.x; by *= 2) {
    int left = threadIdx.x >= by ? s[threadIdx.x - by] : 0;
    __syncthreads();
    s[threadIdx.x] += left;
    __syncthreads();
  }
  if (i < n)
    out[i] = s[threadIdx.x];
}

int main() {
  const int n = 100003;
  const int block = 32;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i % 5;
  scanBlocks<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, out,
                                                                    n);
  cudaDeviceSynchronize();
  report("scan", out, n);
}
