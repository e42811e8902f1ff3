// RUN-ON: rtx-4090; expect either
#include "report.h"

const int WarpSize = 32;
const int WarpsPerBlock = 1;

__global__ void negated(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = -i;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  const int block = WarpSize * WarpsPerBlock;
  negated<<<(n + block - 1) / block, block>>>(v, n);
  cudaDeviceSynchronize();
  report("negated", v, n);
}
