// RUN-ON: h200-sxm; expect fix
#include "report.h"

__global__ void swapHalves(float *v, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half) {
    float t = v[i];
    v[i] = v[half + i];
    v[half + i] = t;
  }
}

int main() {
  const int half = 900007;
  float *v;
  cudaMallocManaged(&v, 2 * half * sizeof(float));
  fillNoise(v, 2 * half);
  swapHalves<<<dim3((half + 31) / 32), dim3(32)>>>(v, half);
  cudaDeviceSynchronize();
  report("swapped", v, 2 * half);
}
