// RUN-ON: h200-sxm; expect either
// The stride of the loop is an argument made of grid and block.
#include "report.h"

__global__ void inverse(const float *in, float *out, int n, int stride) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    out[i] = 1.0f / (1.0f + in[i]);
}

int main() {
  const int n = 1000003;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  const int blocks = 1056, threads = 32;
  inverse<<<blocks, threads>>>(in, out, n, blocks * threads);
  cudaDeviceSynchronize();
  report("inverse", out, n);
}
