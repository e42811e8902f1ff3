// RUN-ON: mi300x; expect fix
#include "report.h"
#include <hip/hip_runtime.h>

__global__ void boxBlur(const float *in, float *out, int w, int h) {
  int col = threadIdx.x + blockIdx.x * blockDim.x;
  int row = threadIdx.y + blockIdx.y * blockDim.y;
  if (col >= w || row >= h)
    return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      int x = min(max(col + dx, 0), w - 1);
      int y = min(max(row + dy, 0), h - 1);
      sum += in[y * w + x];
    }
  out[row * w + col] = sum / 9.0f;
}

int main() {
  const int w = 1027, h = 771;
  float *in, *out;
  hipMallocManaged(&in, w * h * sizeof(float));
  hipMallocManaged(&out, w * h * sizeof(float));
  fillNoise(in, w * h);
  hipLaunchKernelGGL(boxBlur, dim3((w + 3) / 4, (h + 7) / 8), dim3(4, 8), 0, 0,
                     in, out, w, h);
  hipDeviceSynchronize();
  report("blur", out, w * h);
}
