// RUN-ON: h200-sxm; expect fix
#include "report.h"

struct Body {
  float x, y, z, mass;
};

__global__ void drift(Body *bodies, float dx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Body b = bodies[i];
    b.x += dx * b.mass;
    b.y -= dx;
    bodies[i] = b;
  }
}

int main() {
  const int n = 600011;
  Body *bodies;
  cudaMallocManaged(&bodies, n * sizeof(Body));
  for (int i = 0; i < n; ++i)
    bodies[i] = {noise(i), noise(i + 1), noise(i + 2), noise(i + 3)};
  const size_t block = 32;
  const size_t grid = (n + block - 1) / block;
  drift<<<grid, block>>>(bodies, 0.125f, n);
  cudaDeviceSynchronize();
  report("bodies", reinterpret_cast<float *>(bodies), size_t(n) * 4);
  cudaFree(bodies);
}
