// RUN-ON: rtx-4090; expect either
#include "report.h"

#define LOG_BLOCK 5

__global__ void popcount(const unsigned *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = __popc(in[i]);
}

int main() {
  const int n = 1000003;
  unsigned *in;
  int *out;
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i * 2654435761u;
  const int block = 1 << LOG_BLOCK;
  popcount<<<(n + block - 1) / block, block>>>(in, out, n);
  cudaDeviceSynchronize();
  report("bits", out, n);
}
