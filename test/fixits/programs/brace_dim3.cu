// RUN-ON: rtx-3090; expect fix
#include "report.h"

__global__ void squareRoots(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = sqrtf(in[i]);
}

int main() {
  constexpr int n = 1000003;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  dim3 block{32, 1, 1};
  dim3 grid{(n + 32 - 1) / 32, 1, 1};
  squareRoots<<<grid, block>>>(in, out, n);
  cudaDeviceSynchronize();
  report("roots", out, n);
  cudaFree(in);
  cudaFree(out);
}
