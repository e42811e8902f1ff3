// RUN-ON: rtx-4090; expect fix
#include "report.h"
#include <cmath>

__global__ void addOne(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = v[i] + 1;
}

int main() {
  const int n = 1000001;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    v[i] = 3 * i;
  int threadsPerBlock = 32;
  int blocksPerGrid = (int)ceil(n / (float)threadsPerBlock);
  addOne<<<blocksPerGrid, threadsPerBlock>>>(v, n);
  cudaDeviceSynchronize();
  report("plus one", v, n);
  cudaFree(v);
}
