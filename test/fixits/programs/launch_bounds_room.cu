// RUN-ON: rtx-4090; expect fix
// Up to 256 threads are allowed.
#include "report.h"

__global__ void __launch_bounds__(256) cosines(const float *in, float *out,
                                               int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 1.0f - 0.5f * in[i] * in[i];
}

int main() {
  const int n = 1000003;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  const int block = 32;
  cosines<<<(n + block - 1) / block, block>>>(in, out, n);
  cudaDeviceSynchronize();
  report("cosines", out, n);
}
