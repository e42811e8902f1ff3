// RUN-ON: h200-sxm; expect none
// Own slots, but only 32 of them.
#include "report.h"

__global__ void staged(const int *in, int *out, int n) {
  __shared__ int slot[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  slot[threadIdx.x] = in[i];
  out[i] = slot[threadIdx.x] * 3;
}

int main() {
  const int n = 1000003;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i;
  const int block = 32;
  staged<<<(n + block - 1) / block, block>>>(in, out, n);
  cudaDeviceSynchronize();
  report("staged", out, n);
}
