// RUN-ON: rtx-4090; expect either
// The block is born in a macro that makes the launch.
#include "report.h"

#define LAUNCH_1D(kernel, n, ...) kernel<<<((n) + 31) / 32, 32>>>(__VA_ARGS__)

__global__ void absolute(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = fabsf(v[i]);
}

int main() {
  const int n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    v[i] = noise(i) - 0.5f;
  LAUNCH_1D(absolute, n, v, n);
  cudaDeviceSynchronize();
  report("absolute", v, n);
  cudaFree(v);
}
