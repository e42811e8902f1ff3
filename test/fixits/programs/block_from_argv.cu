// RUN-ON: rtx-4090; expect either
// The number is only what is taken without an argument.
#include "report.h"
#include <cstdlib>

__global__ void plusNine(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 9;
}

int main(int argc, char **argv) {
  const int n = 1000003;
  int threads = 32;
  if (argc > 1)
    threads = atoi(argv[1]);
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  plusNine<<<(n + threads - 1) / threads, threads>>>(v, n);
  cudaDeviceSynchronize();
  report("nines", v, n);
}
