// RUN-ON: h200-sxm; expect none
// Each block counts its own survivors in its first thread.
#include "report.h"

__global__ void countSurvivors(const float *in, int *counts, int n) {
  extern __shared__ int survivors[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  survivors[threadIdx.x] = i < n && in[i] > 0.5f;
  __syncthreads();
  if (threadIdx.x == 0) {
    int count = 0;
    for (int t = 0; t < blockDim.x; ++t)
      count += survivors[t];
    counts[blockIdx.x] = count;
  }
}

int main() {
  const int n = 200003;
  const int threads = 32;
  const int blocks = (n + threads - 1) / threads;
  float *in;
  int *counts;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&counts, blocks * sizeof(int));
  fillNoise(in, n);
  countSurvivors<<<blocks, threads, threads * sizeof(int)>>>(in, counts, n);
  cudaDeviceSynchronize();
  report("counts", counts, blocks);
}
