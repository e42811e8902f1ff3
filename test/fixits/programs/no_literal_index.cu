// RUN-ON: rtx-4090; expect none
// The kernel knows its block size as a plain number.
#include "report.h"

__global__ void plain(int *v, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i < n)
    v[i] += 5;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    v[i] = i;
  plain<<<(n + 31) / 32, 32>>>(v, n);
  cudaDeviceSynchronize();
  report("plain", v, n);
}
