// RUN-ON: rtx-4090; expect either
// The build may set the macro: the file's value is only a default.
#include "report.h"

#ifndef BLOCK_THREADS
#define BLOCK_THREADS 32
#endif

__global__ void brighten(unsigned char *v, int by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = (unsigned char)min(255, v[i] + by);
}

int main() {
  const int n = 1500001;
  unsigned char *v;
  cudaMallocManaged(&v, n);
  for (int i = 0; i < n; ++i)
    v[i] = (unsigned char)(i * 13);
  brighten<<<(n + BLOCK_THREADS - 1) / BLOCK_THREADS, BLOCK_THREADS>>>(v, 40,
                                                                       n);
  cudaDeviceSynchronize();
  report("bright", v, n);
}
