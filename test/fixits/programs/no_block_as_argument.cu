// RUN-ON: rtx-4090; expect none
// The block size is also an argument that the kernel stores.
#include "report.h"

__global__ void stamp(int *v, int tag, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = i % tag;
}

int main() {
  const int n = 1000003;
  const int block = 32;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  stamp<<<(n + block - 1) / block, block>>>(v, block, n);
  cudaDeviceSynchronize();
  report("stamped", v, n);
}
