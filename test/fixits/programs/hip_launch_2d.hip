// RUN-ON: radeon-pro-w7800; expect fix
// Variables of two dimensions.
#include "report.h"
#include <hip/hip_runtime.h>

__global__ void scale(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    out[y * w + x] = 1.5f * in[y * w + x] + 0.25f;
}

int main() {
  const int w = 1003, h = 997, n = w * h;
  float *in, *out;
  hipMallocManaged(&in, n * sizeof(float));
  hipMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  dim3 block(4, 4);
  dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
  hipLaunchKernelGGL(scale, grid, block, 0, 0, in, out, w, h);
  hipDeviceSynchronize();
  report("out", out, n);
  hipFree(in);
  hipFree(out);
}
