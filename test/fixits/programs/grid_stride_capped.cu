// RUN-ON: rtx-4090; expect either; args: 100003, 5
#include "report.h"
#include <algorithm>
#include <cstdlib>

__global__ void triad(float *a, const float *b, const float *c, float s,
                      size_t n) {
  size_t stride = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += stride)
    a[i] = b[i] + s * c[i];
}

int main(int argc, char **argv) {
  size_t n = argc > 1 ? atol(argv[1]) : size_t(1) << 24;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&c, n * sizeof(float));
  fillNoise(b, n, 1);
  fillNoise(c, n, 2);
  const int threads = 32;
  const int blocks = std::min<size_t>((n + threads - 1) / threads, 4096);
  triad<<<blocks, threads>>>(a, b, c, 3.0f, n);
  cudaDeviceSynchronize();
  report("triad", a, n);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
