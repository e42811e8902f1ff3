// RUN-ON: mi300x; expect either
// The block is born in a macro that makes the launch.
#include "report.h"
#include <hip/hip_runtime.h>

#define LAUNCH_1D(kernel, n, ...)                                              \
  hipLaunchKernelGGL(kernel, dim3(((n) + 31) / 32), dim3(32), 0, 0,            \
                     __VA_ARGS__)

__global__ void scale(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 1.5f * in[i] + 0.25f;
}

int main() {
  const int n = 1000003;
  float *in, *out;
  hipMallocManaged(&in, n * sizeof(float));
  hipMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  LAUNCH_1D(scale, n, in, out, n);
  hipDeviceSynchronize();
  report("out", out, n);
  hipFree(in);
  hipFree(out);
}
