// RUN-ON: mi300x; expect fix
// 64 blocks of 1024 threads leave four of five of the 304 CUs without one.
#include "report.h"
#include <hip/hip_runtime.h>

__global__ void logistic(const float *start, float *out, int steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = start[i];
  for (int s = 0; s < steps; ++s)
    v = 3.9f * v * (1.0f - v);
  out[i] = v;
}

int main() {
  const int n = 65003;
  float *start, *out;
  hipMallocManaged(&start, n * sizeof(float));
  hipMallocManaged(&out, n * sizeof(float));
  fillNoise(start, n);
  const int block = 1024;
  logistic<<<(n + block - 1) / block, block>>>(start, out, 2000, n);
  hipDeviceSynchronize();
  report("logistic", out, n);
}
