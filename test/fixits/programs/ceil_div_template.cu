// RUN-ON: rtx-4090; expect fix
#include "report.h"

template <typename T> constexpr T ceilDiv(T a, T b) { return (a + b - 1) / b; }

template <typename T>
__global__ void multiply(const T *__restrict__ a, const T *__restrict__ b,
                         T *__restrict__ c, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] * b[i];
}

int main() {
  constexpr size_t n = 1000003;
  constexpr size_t threads = 32;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&c, n * sizeof(float));
  fillNoise(a, n, 11);
  fillNoise(b, n, 12);
  multiply<float><<<ceilDiv(n, threads), threads>>>(a, b, c, n);
  cudaDeviceSynchronize();
  report("product", c, n);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
