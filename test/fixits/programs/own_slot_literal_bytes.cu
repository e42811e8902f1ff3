// RUN-ON: h200-sxm; expect either
// The bytes are 32 threads' worth: they must follow the block, or nothing may.
#include "report.h"

__global__ void offset(const int *in, int *out, int n) {
  extern __shared__ int slot[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  slot[threadIdx.x] = in[i];
  out[i] = slot[threadIdx.x] + 17;
}

int main() {
  const int n = 1000003;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i * 5;
  offset<<<(n + 31) / 32, 32, 128>>>(in, out, n);
  cudaDeviceSynchronize();
  report("offset", out, n);
  cudaFree(in);
  cudaFree(out);
}
