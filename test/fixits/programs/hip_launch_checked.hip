// RUN-ON: mi250x; expect fix
// The launch is handed to a macro that checks for errors.
#include "report.h"
#include <hip/hip_runtime.h>

#define BLOCK 32
#define CHECKED(...)                                                           \
  do {                                                                         \
    __VA_ARGS__;                                                               \
    if (hipGetLastError() != hipSuccess)                                       \
      return 1;                                                                \
  } while (0)

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
  CHECKED(hipLaunchKernelGGL(scale, dim3((n + BLOCK - 1) / BLOCK),
                             dim3(BLOCK), 0, 0, in, out, n));
  hipDeviceSynchronize();
  report("out", out, n);
  hipFree(in);
  hipFree(out);
}
