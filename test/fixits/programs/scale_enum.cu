// RUN-ON: v100-sxm2-16gb; expect fix
#include "report.h"

enum { THREADS_PER_BLOCK = 32 };

__global__ void scale(double *data, double factor, unsigned int n) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= factor;
}

int main() {
  const unsigned int n = 999983;
  double *data;
  cudaMallocManaged(&data, n * sizeof(double));
  for (unsigned int i = 0; i < n; ++i)
    data[i] = i * 0.25;
  scale<<<(n + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK, THREADS_PER_BLOCK>>>(
      data, 1.0 / 3.0, n);
  cudaDeviceSynchronize();
  report("scaled", data, n);
  cudaFree(data);
}
