// RUN-ON: h200-sxm; expect either
#include "report.h"

__global__ void plusTen(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 10;
}

static void addTen(int *v, int n, int block = 32) {
  plusTen<<<(n + block - 1) / block, block>>>(v, n);
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  addTen(v, n);
  addTen(v, n / 2, 64);
  cudaDeviceSynchronize();
  report("tens", v, n);
}
