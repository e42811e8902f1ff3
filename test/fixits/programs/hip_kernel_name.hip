// RUN-ON: mi250x; expect fix
// A comma among template arguments: HIP_KERNEL_NAME keeps it.
#include "report.h"
#include <hip/hip_runtime.h>

template <class T, int By> __global__ void scale(const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * By;
}

int main() {
  const int n = 1000003;
  float *in, *out;
  hipMallocManaged(&in, n * sizeof(float));
  hipMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  hipLaunchKernelGGL(HIP_KERNEL_NAME(scale<float, 3>), dim3((n + 31) / 32),
                     dim3(32), 0, 0, in, out, n);
  hipDeviceSynchronize();
  report("out", out, n);
}
