// RUN-ON: h200-sxm; expect none
// Own slots no more: each thread reads its mirror's.
#include "report.h"

__global__ void mirror(const int *in, int *out, int n) {
  extern __shared__ int s[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : -1;
  __syncthreads();
  if (i < n)
    out[i] = s[blockDim.x - 1 - threadIdx.x];
}

int main() {
  const int n = 200003;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i;
  const int block = 32;
  mirror<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, out, n);
  cudaDeviceSynchronize();
  report("mirrored", out, n);
}
