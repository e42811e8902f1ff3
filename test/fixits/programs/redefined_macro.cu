// RUN-ON: rtx-4090; expect either
// One name, two macros.
#include "report.h"

__global__ void addThree(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 3;
}

#define BLOCK 32
static void first(int *v, int n) {
  addThree<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(v, n);
}
#undef BLOCK
#define BLOCK 5
static int second(int n) { return n * BLOCK; }

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    v[i] = second(i);
  first(v, n);
  cudaDeviceSynchronize();
  report("values", v, n);
}
