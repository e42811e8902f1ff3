// RUN-ON: h200-sxm; expect fix
#include "report.h"

__global__ void damped(const float *in, float *out, int n) {
  extern __shared__ float slot[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  slot[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();
  if (i < n)
    out[i] = 0.75f * slot[threadIdx.x];
}

int main() {
  const int n = 300007;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  const int block = 32;
  damped<<<(n + block - 1) / block, block, block * sizeof(float)>>>(in, out, n);
  cudaDeviceSynchronize();
  report("damped", out, n);
  cudaFree(in);
  cudaFree(out);
}
