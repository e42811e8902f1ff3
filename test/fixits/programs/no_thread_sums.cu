// RUN-ON: h200-sxm; expect none
// Every thread of a grid-stride loop keeps its own sum.
#include "report.h"

__global__ void sumsOfThreads(const int *in, int *sums, int n) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int i = thread; i < n; i += blockDim.x * gridDim.x)
    sum += in[i];
  sums[thread] = sum;
}

int main() {
  const int n = 1000003;
  const int blocks = 264, threads = 32;
  int *in, *sums;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&sums, blocks * threads * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i % 11;
  sumsOfThreads<<<blocks, threads>>>(in, sums, n);
  cudaDeviceSynchronize();
  report("sums", sums, blocks * threads);
}
