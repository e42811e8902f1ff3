// RUN-ON: rtx-4090; expect none
// A result per block in a buffer that the host sizes by the grid.
#include "report.h"
#include <vector>

__global__ void blockMax(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && threadIdx.x == 0)
    out[blockIdx.x] = in[i];
}

int main() {
  const int n = 1000003;
  const int threads = 32;
  const int blocks = (n + threads - 1) / threads;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, blocks * sizeof(float));
  fillNoise(in, n);
  blockMax<<<blocks, threads>>>(in, out, n);
  cudaDeviceSynchronize();
  report("firsts", out, blocks);
}
