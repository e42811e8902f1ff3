// RUN-ON: radeon-pro-w6600; expect fix
// A wavefront has 32 lanes here: blocks of 16 leave half of them idle.
#include "report.h"
#include <hip/hip_runtime.h>

__global__ void iterate(float *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = values[i];
  for (int k = 0; k < 100; ++k)
    v = v * v * 0.5f + 0.25f;
  values[i] = v;
}

int main() {
  const int n = 200003;
  float *values;
  hipMallocManaged(&values, n * sizeof(float));
  fillNoise(values, n);
  iterate<<<(n + 15) / 16, 16>>>(values, n);
  hipDeviceSynchronize();
  report("values", values, n);
}
