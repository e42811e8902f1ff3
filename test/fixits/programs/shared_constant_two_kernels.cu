// RUN-ON: rtx-4090; expect either
// Two independent kernels share one constant: both may follow it.
#include "report.h"

const int BlockSize = 32;

__global__ void sines(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = i * 0.001f;
}
__global__ void addTo(float *v, const float *w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += w[i];
}

int main() {
  const int n = 1000003;
  const int grid = (n + BlockSize - 1) / BlockSize;
  float *v, *w;
  cudaMallocManaged(&v, n * sizeof(float));
  cudaMallocManaged(&w, n * sizeof(float));
  fillNoise(w, n);
  sines<<<grid, BlockSize>>>(v, n);
  addTo<<<grid, BlockSize>>>(v, w, n);
  cudaDeviceSynchronize();
  report("both", v, n);
  cudaFree(v);
  cudaFree(w);
}
