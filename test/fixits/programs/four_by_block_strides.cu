// RUN-ON: h200-sxm; expect either; args: 1001, 4096, 7
#include "report.h"
#include <cstdlib>

__global__ void strided(const float *in, float *out, int n) {
  int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int i = base + k * blockDim.x;
    if (i < n)
      out[i] = in[i] + 1.0f;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 22;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  const int block = 32;
  const int perBlock = 4 * block;
  strided<<<(n + perBlock - 1) / perBlock, block>>>(in, out, n);
  cudaDeviceSynchronize();
  report("strided", out, n);
}
