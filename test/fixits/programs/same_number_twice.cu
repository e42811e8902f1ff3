// RUN-ON: rtx-4090; expect either
// Grid and block are the same number, by chance, and there is no guard.
#include "report.h"

__global__ void unguarded(float *v, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = v[i];
  for (int s = 0; s < steps; ++s)
    x = 3.7f * x * (1.0f - x);
  v[i] = x;
}

int main() {
  const int n = 512 * 512;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  unguarded<<<512, 512>>>(v, 20);
  for (int k = 0; k < n; k += 32 * 32)
    unguarded<<<32, 32>>>(v + k, 100);
  cudaDeviceSynchronize();
  report("chaos", v, n);
}
