// RUN-ON: h200-sxm; expect either
// Sums of threads, but integers: the total is the same.
#include "report.h"

__global__ void total(const int *in, unsigned long long *out, int n) {
  unsigned long long sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    sum += in[i];
  atomicAdd(out, sum);
}

int main() {
  const int n = 1000003;
  int *in;
  unsigned long long *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, sizeof(*out));
  for (int i = 0; i < n; ++i)
    in[i] = i % 1013;
  *out = 0;
  total<<<264, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  report("total", out, 1);
}
