// RUN-ON: rtx-4090; expect either
// Where an element lands depends on the order; the host sorts.
#include "report.h"
#include <algorithm>

__global__ void collect(const float *in, int *found, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0.9f)
    found[atomicAdd(count, 1)] = i;
}

int main() {
  const int n = 600011;
  float *in;
  int *found, *count;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&found, n * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  fillNoise(in, n);
  *count = 0;
  const int threads = 32;
  collect<<<(n + threads - 1) / threads, threads>>>(in, found, count, n);
  cudaDeviceSynchronize();
  std::sort(found, found + *count);
  report("found", found, *count);
}
