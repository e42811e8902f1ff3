// The number of elements comes from the command line, that of the counters does
// not: the program allocates as many in every run.
// RUN: %tidy -checks=-*,gpuperf-atomic-contention --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s
#include <stdlib.h>

__global__ void counts(unsigned *bins, const int *bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[bin[i]], 1u);
  // CHECK: [[#@LINE-1]]:5: warning: the atomics of all threads on 64 places that data choose: at least {{[5-9][0-9]}}% of the time of 'counts' on rtx-3080
  // CHECK: note: a copy of the 64 places in shared memory for each block, cleared first and added to global memory at the end, leaves 64 atomics on global memory per block
}

// As many counters as elements: nobody knows how many there are.
__global__ void degrees(unsigned *degree, const int *node, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-NOT: warning:
  if (i < n)
    atomicAdd(&degree[node[i]], 1u);
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  unsigned *bins, *degree;
  int *bin;
  cudaMalloc(&bins, 64 * sizeof(unsigned));
  cudaMalloc(&degree, n * sizeof(unsigned));
  cudaMalloc(&bin, n * sizeof(int));
  counts<<<(n + 255) / 256, 256>>>(bins, bin, n);
  degrees<<<(n + 255) / 256, 256>>>(degree, bin, n);
}
