// RUN-ON: rtx-4090; expect none
// A byte holds four times the index of 64 threads, not of more.
#include "report.h"

__global__ void bytes(int *v, int n) {
  unsigned char t = threadIdx.x * 4;
  int i = blockIdx.x * blockDim.x + t / 4;
  if (i < n)
    v[i] = 7 * i;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  const int block = 32;
  bytes<<<(n + block - 1) / block, block>>>(v, n);
  cudaDeviceSynchronize();
  report("sevens", v, n);
}
