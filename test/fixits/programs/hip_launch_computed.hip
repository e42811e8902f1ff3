// RUN-ON: mi300x; expect either; args: 1000003, 77
// The grid is computed before the launch, from a size of the command line.
#include "report.h"
#include <hip/hip_runtime.h>
#include <cstdlib>

static int ceilDiv(int a, int b) { return (a + b - 1) / b; }

__global__ void scale(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 1.5f * in[i] + 0.25f;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  float *in, *out;
  hipMallocManaged(&in, n * sizeof(float));
  hipMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  const int block = 32;
  const int blocks = ceilDiv(n, block);
  hipLaunchKernelGGL(scale, dim3(blocks), dim3(block), 0, 0, in, out, n);
  hipDeviceSynchronize();
  report("out", out, n);
  hipFree(in);
  hipFree(out);
}
