// RUN-ON: rtx-4090; expect either
#include "report.h"

constexpr int blockSize() { return 32; }

__global__ void doubled(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += v[i];
}

int main() {
  const int n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  doubled<<<(n + blockSize() - 1) / blockSize(), blockSize()>>>(v, n);
  cudaDeviceSynchronize();
  report("doubled", v, n);
}
