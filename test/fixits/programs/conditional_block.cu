// RUN-ON: rtx-4090; expect either
#include "report.h"

__global__ void triple(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= 3;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    v[i] = i;
  const int block = n > 4096 ? 32 : 64;
  triple<<<(n + block - 1) / block, block>>>(v, n);
  cudaDeviceSynchronize();
  report("tripled", v, n);
  cudaFree(v);
}
