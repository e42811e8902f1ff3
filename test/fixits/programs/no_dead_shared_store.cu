// RUN-ON: rtx-4090; expect none
// What is stored to the array of 32 is never read; it is out of bounds still.
#include "report.h"

__global__ void leftover(const int *in, int *out, int n) {
  __shared__ int cache[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    cache[threadIdx.x] = in[i];
    out[i] = in[i] + 1;
  }
}

int main() {
  const int n = 1000003;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i;
  const int block = 32;
  leftover<<<(n + block - 1) / block, block>>>(in, out, n);
  cudaDeviceSynchronize();
  report("plus one", out, n);
}
