// RUN-ON: rtx-4090; expect either
#include "report.h"

__global__ void histogram(const unsigned char *data, unsigned *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[data[i]], 1u);
}

int main() {
  const int n = 1000003;
  unsigned char *data;
  unsigned *bins;
  cudaMallocManaged(&data, n);
  cudaMallocManaged(&bins, 256 * sizeof(unsigned));
  for (int i = 0; i < n; ++i)
    data[i] = (unsigned char)(noise(i) * 255);
  cudaMemset(bins, 0, 256 * sizeof(unsigned));
  const int threads = 32;
  histogram<<<(n + threads - 1) / threads, threads>>>(data, bins, n);
  cudaDeviceSynchronize();
  report("bins", bins, 256);
  cudaFree(data);
  cudaFree(bins);
}
