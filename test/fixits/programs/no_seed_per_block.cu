// RUN-ON: rtx-4090; expect none
#include "report.h"

__global__ void randomBits(unsigned *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = blockIdx.x * 7919u + threadIdx.x * 104729u + 1u;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  if (i < n)
    v[i] = state;
}

int main() {
  const int n = 1000003;
  unsigned *v;
  cudaMallocManaged(&v, n * sizeof(unsigned));
  const int block = 32;
  randomBits<<<(n + block - 1) / block, block>>>(v, n);
  cudaDeviceSynchronize();
  report("random", v, n);
}
