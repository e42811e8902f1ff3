// RUN-ON: mi250x; expect fix
// Up to 256 threads are allowed.
#include "report.h"
#include <hip/hip_runtime.h>

__global__ __launch_bounds__(256) void scale(const float *in, float *out, int n) {
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
  scale<<<(n + 31) / 32, 32>>>(in, out, n);
  hipDeviceSynchronize();
  report("out", out, n);
  hipFree(in);
  hipFree(out);
}
