// RUN-ON: rtx-4090; expect either
#include "report.h"

__global__ void addTwo(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 2;
}

int main() {
  const int n = 400009;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  const int sizes[] = {32, 64};
  for (int block : sizes)
    addTwo<<<(n + block - 1) / block, block>>>(v, n);
  addTwo<<<(n + sizes[0] - 1) / sizes[0], sizes[0]>>>(v, n);
  cudaDeviceSynchronize();
  report("plus six", v, n);
}
