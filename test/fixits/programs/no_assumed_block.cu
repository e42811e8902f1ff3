// RUN-ON: rtx-4090; expect none
// The compiler is told the block size.
#include "report.h"

#ifdef __clang__
#define TOLD(what) __builtin_assume(what)
#else
#define TOLD(what)                                                             \
  if (!(what))                                                                 \
  __builtin_trap()
#endif

__global__ void told(int *v, int n) {
  TOLD(blockDim.x == 32);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = 3 * i;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  const int block = 32;
  told<<<(n + block - 1) / block, block>>>(v, n);
  cudaDeviceSynchronize();
  report("threes", v, n);
}
