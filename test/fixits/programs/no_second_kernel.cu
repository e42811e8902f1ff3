// RUN-ON: rtx-4090; expect none
// The constant also sizes the blocks of a kernel that depends on it.
#include "report.h"

const int BlockSize = 32;

__global__ void twice(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= 2;
}

__global__ void reverseInBlock(int *v) {
  __shared__ int slot[32];
  int base = blockIdx.x * blockDim.x;
  slot[threadIdx.x] = v[base + threadIdx.x];
  __syncthreads();
  v[base + threadIdx.x] = slot[blockDim.x - 1 - threadIdx.x];
}

int main() {
  const int n = BlockSize * 15625;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    v[i] = i;
  twice<<<(n + BlockSize - 1) / BlockSize, BlockSize>>>(v, n);
  reverseInBlock<<<n / BlockSize, BlockSize>>>(v);
  cudaDeviceSynchronize();
  report("reversed", v, n);
}
