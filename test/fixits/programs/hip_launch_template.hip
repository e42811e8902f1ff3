// RUN-ON: mi250x; expect fix
// A kernel template in parentheses, launched by a template of the host.
#include "report.h"
#include <hip/hip_runtime.h>

template <class T, int By> __global__ void scale(const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * By;
}

template <class T> void launch(const T *in, T *out, int n) {
  dim3 block(32);
  dim3 grid((n + block.x - 1) / block.x);
  hipLaunchKernelGGL((scale<T, 3>), grid, block, 0, 0, in, out, n);
}

int main() {
  const int n = 1000003;
  float *in, *out;
  hipMallocManaged(&in, n * sizeof(float));
  hipMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  launch<float>(in, out, n);
  hipDeviceSynchronize();
  report("out", out, n);
  hipFree(in);
  hipFree(out);
}
