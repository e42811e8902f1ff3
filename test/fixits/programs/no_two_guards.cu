// RUN-ON: rtx-4090; expect none; args: 1000, 4001
// The excess threads of the last block have work of their own.
#include "report.h"
#include <cstdlib>

__global__ void two(int *a, int *b, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
  if (i < m)
    b[i] = -i;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  int m = n + 500;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, m * sizeof(int));
  cudaMemset(a, 0, n * sizeof(int));
  cudaMemset(b, 0, m * sizeof(int));
  const int block = 32;
  two<<<(n + block - 1) / block, block>>>(a, b, n, m);
  cudaDeviceSynchronize();
  report("a", a, n);
  report("b", b, m);
}
