// RUN-ON: rtx-4090; expect either
// The product of the two sizes makes the grid.
#include "report.h"

#define TX 8
#define TY 4

__global__ void product(int *v, int n) {
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  int i = blockIdx.x * (blockDim.x * blockDim.y) + t;
  if (i < n)
    v[i] = 11 * i;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  dim3 block(TX, TY);
  product<<<(n + TX * TY - 1) / (TX * TY), block>>>(v, n);
  cudaDeviceSynchronize();
  report("elevens", v, n);
}
