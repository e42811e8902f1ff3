// RUN-ON: h200-sxm; expect either
// A KB per thread: more than 48 threads need more than a launch gets.
#include "report.h"

__global__ void local(const int *in, int *out, int n) {
  extern __shared__ int s[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 256; ++k)
    s[threadIdx.x * 256 + k] = in[i] + k;
  out[i] = s[threadIdx.x * 256 + (in[i] & 255)];
}

int main() {
  const int n = 20011;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i;
  const int block = 32;
  local<<<(n + block - 1) / block, block, block * 1024>>>(in, out, n);
  cudaDeviceSynchronize();
  report("local", out, n);
}
