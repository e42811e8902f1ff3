// RUN-ON: rtx-4090; expect fix
// The last 32 is a value and must stay.
#include "report.h"

__global__ void addValue(int *v, int by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += by;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  addValue<<<(n + 31) / 32, 32>>>(v, 32, n);
  cudaDeviceSynchronize();
  report("values", v, n);
}
