// RUN-ON: rtx-4090; expect either
// Three layers of blocks, each with its own plane.
#include "report.h"

__global__ void planes(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[blockIdx.y * n + i] *= 1.0f + blockIdx.y;
}

int main() {
  const int n = 300007, layers = 3;
  float *v;
  cudaMallocManaged(&v, layers * n * sizeof(float));
  fillNoise(v, layers * n);
  const int block = 32;
  dim3 grid((n + block - 1) / block, layers);
  planes<<<grid, block>>>(v, n);
  cudaDeviceSynchronize();
  report("planes", v, layers * n);
}
