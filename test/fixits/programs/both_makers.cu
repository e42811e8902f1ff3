// RUN-ON: h200-sxm,mi300x; expect fix
// A warp is half a wavefront: the block that loses least on either GPU.
#include "report.h"
#include <cuda_runtime.h>

__global__ void scale(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 1.5f * in[i] + 0.25f;
}

int main() {
  const int n = 1000003;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  scale<<<(n + 31) / 32, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  report("out", out, n);
  cudaFree(in);
  cudaFree(out);
}
