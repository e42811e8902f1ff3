// RUN-ON: rtx-4090; expect none
// One variable, two launches, another meaning each time.
#include "report.h"

__global__ void step(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 1;
}

__global__ void firstOfBlock(int *v) {
  if (threadIdx.x == 0)
    v[blockIdx.x * blockDim.x] = -1;
}

int main() {
  const int n = 1 << 20;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  int block = 32;
  step<<<(n + block - 1) / block, block>>>(v, n);
  block *= 2;
  firstOfBlock<<<n / block, block>>>(v);
  cudaDeviceSynchronize();
  report("steps", v, n);
}
