// RUN-ON: rtx-4090; expect fix
// Weights in __constant__ memory.
#include "report.h"

__constant__ float weights[5];

__global__ void filter(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 2 && i < n - 2) {
    float sum = 0;
    for (int t = -2; t <= 2; ++t)
      sum += weights[t + 2] * in[i + t];
    out[i] = sum;
  }
}

int main() {
  const int n = 900007;
  const float host[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  cudaMemset(out, 0, n * sizeof(float));
  cudaMemcpyToSymbol(weights, host, sizeof(host));
  static constexpr int Threads = 32;
  filter<<<(n + Threads - 1) / Threads, Threads>>>(in, out, n);
  cudaDeviceSynchronize();
  report("filtered", out, n);
  cudaFree(in);
  cudaFree(out);
}
