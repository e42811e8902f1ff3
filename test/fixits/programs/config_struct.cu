// RUN-ON: h200-sxm; expect either
// A helper returns grid and block together.
#include "report.h"

struct LaunchShape {
  dim3 grid, block;
};

static LaunchShape shapeFor(int n) {
  LaunchShape shape;
  shape.block = dim3(32);
  shape.grid = dim3((n + shape.block.x - 1) / shape.block.x);
  return shape;
}

__global__ void toLinear(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = v[i] * v[i] * (0.3f + 0.7f * v[i]);
}

int main() {
  const int n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  LaunchShape shape = shapeFor(n);
  toLinear<<<shape.grid, shape.block>>>(v, n);
  cudaDeviceSynchronize();
  report("linear", v, n);
}
