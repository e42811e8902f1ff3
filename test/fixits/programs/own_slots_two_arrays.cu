// RUN-ON: h200-sxm; expect either
#include "report.h"

__global__ void pairs(const float *a, const float *b, float *out, int n) {
  extern __shared__ float s[];
  float *left = s, *right = s + blockDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    left[threadIdx.x] = a[i];
    right[threadIdx.x] = b[i];
    out[i] = left[threadIdx.x] - right[threadIdx.x];
  }
}

int main() {
  const int n = 1000003;
  float *a, *b, *out;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(a, n, 1);
  fillNoise(b, n, 2);
  const int block = 32;
  const size_t bytes = 2 * block * sizeof(float);
  pairs<<<(n + block - 1) / block, block, bytes>>>(a, b, out, n);
  cudaDeviceSynchronize();
  report("pairs", out, n);
}
