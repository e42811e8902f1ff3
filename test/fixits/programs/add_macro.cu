// RUN-ON: rtx-4090; expect fix
#include "report.h"
#include <cstdlib>

#define BLOCK_SIZE 32

__global__ void vecAdd(const float *a, const float *b, float *c, int n) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id < n)
    c[id] = a[id] + b[id];
}

int main() {
  const int n = 1200007;
  size_t bytes = n * sizeof(float);
  float *h_a = (float *)malloc(bytes), *h_b = (float *)malloc(bytes);
  float *h_c = (float *)malloc(bytes);
  fillNoise(h_a, n, 1);
  fillNoise(h_b, n, 2);
  float *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_c, bytes);
  cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice);
  vecAdd<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_a, d_b, d_c, n);
  cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost);
  report("sum", h_c, n);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  free(h_a);
  free(h_b);
  free(h_c);
  return 0;
}
