// RUN-ON: t4; expect fix
// 41 blocks of 1024 on 40 SMs that hold one each: the last runs alone.
#include "report.h"

__global__ void logistic(const float *start, float *out, int steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = start[i];
  for (int s = 0; s < steps; ++s)
    v = 3.9f * v * (1.0f - v);
  out[i] = v;
}

int main() {
  const int n = 41000;
  float *start, *out;
  cudaMallocManaged(&start, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(start, n);
  const int block = 1024;
  logistic<<<(n + block - 1) / block, block>>>(start, out, 500, n);
  cudaDeviceSynchronize();
  report("logistic", out, n);
  cudaFree(start);
  cudaFree(out);
}
