// RUN-ON: rtx-4090; expect none
// No guard, and 32 is the largest whole-warp block that divides n.
#include "report.h"

__global__ void scaleAll(float *v, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] *= by;
}

int main() {
  const int block = 32;
  const int n = 1003424; // 32 times a prime
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  scaleAll<<<n / block, block>>>(v, 1.25f);
  cudaDeviceSynchronize();
  report("scaled", v, n);
}
