// RUN-ON: rtx-4090; expect either; args: 1001, 20, 1
#include "report.h"
#include <algorithm>
#include <cstdlib>

__global__ void addSeven(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 7;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  const int block = std::min(32, n);
  addSeven<<<(n + block - 1) / block, block>>>(v, n);
  cudaDeviceSynchronize();
  report("sevens", v, n);
}
