// RUN-ON: rtx-4090; expect either
#include "report.h"

__global__ void negate(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = -in[i];
}

int main() {
  const int n = 1048576;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  negate<<<32768, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  report("negated", out, n);
  cudaFree(in);
  cudaFree(out);
}
