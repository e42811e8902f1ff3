// RUN-ON: h200-sxm; expect fix
#include "report.h"

__global__ void axpby(float *out, const float *x, const float *y, float a,
                      float b, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    float left = a * x[i];
    out[i] = fmaf(b, y[i], left);
  }
}

int main() {
  int n = 1000000;
  float *x, *y, *out;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(x, n);
  fillNoise(y, n, 3);
  int threads = 32;
  int blocks = (n + threads - 1) / threads;
  axpby<<<blocks, threads>>>(out, x, y, 1.5f, -0.25f, n);
  cudaDeviceSynchronize();
  report("axpby", out, n);
  cudaFree(x);
  cudaFree(y);
  cudaFree(out);
}
