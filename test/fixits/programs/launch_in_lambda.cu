// RUN-ON: h200-sxm; expect either; args: 1001, 32
#include "report.h"
#include <cstdlib>

__global__ void addOdd(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 2 * i + 1;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  const int block = 32;
  auto launch = [&](int count) {
    addOdd<<<(count + block - 1) / block, block>>>(v, count);
  };
  launch(n);
  launch(n / 2 + 1);
  cudaDeviceSynchronize();
  report("odd", v, n);
}
