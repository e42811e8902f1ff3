// RUN-ON: h200-sxm; expect fix
#include "report.h"
#include <cmath>

__global__ void wrapAngle(float *v, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float a = v[i] * 20.0f;
    v[i] = a - 6.2831853f * floorf(a / 6.2831853f);
  }
}

int main() {
  const unsigned n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  unsigned nThreads = 32;
  unsigned nBlocks =
      static_cast<unsigned>(ceilf(static_cast<float>(n) / nThreads));
  wrapAngle<<<nBlocks, nThreads>>>(v, n);
  cudaDeviceSynchronize();
  report("angles", v, n);
}
