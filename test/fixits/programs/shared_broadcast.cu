// RUN-ON: h200-sxm; expect either
// One shared number, the same in every block.
#include "report.h"

__global__ void scaleByFirst(const float *in, float *out, int n) {
  __shared__ float first;
  if (threadIdx.x == 0)
    first = in[0];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * first;
}

int main() {
  const int n = 300007;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n, 5);
  const int block = 32;
  scaleByFirst<<<(n + block - 1) / block, block>>>(in, out, n);
  cudaDeviceSynchronize();
  report("scaled", out, n);
}
