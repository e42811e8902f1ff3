// RUN-ON: rtx-4090; expect none
// Other files may set it, or read it.
#include "report.h"

int threadsPerBlock = 32;

__global__ void minusTwo(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] -= 2;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  minusTwo<<<(n + threadsPerBlock - 1) / threadsPerBlock, threadsPerBlock>>>(v,
                                                                            n);
  cudaDeviceSynchronize();
  report("minus two", v, n);
}
