// RUN-ON: rtx-4090; expect either; args: 1001, 33
// The helper's numbers also make the grid of another launch.
#include "report.h"
#include <cstdlib>

static int blocksFor(int n) { return (n + 31) / 32; }

__global__ void addEight(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 8;
}

__global__ void sums(const int *v, int *out, int n) {
  int from = blockIdx.x * 32, sum = 0;
  for (int i = from; i < from + 32 && i < n; ++i)
    sum += v[i];
  out[blockIdx.x] = sum;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 18;
  int *v, *out;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMallocManaged(&out, ((n + 31) / 32) * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  cudaMemset(out, 0, ((n + 31) / 32) * sizeof(int));
  addEight<<<blocksFor(n), 32>>>(v, n);
  sums<<<blocksFor(n), 1>>>(v, out, n);
  cudaDeviceSynchronize();
  report("sums", out, (n + 31) / 32);
}
