// RUN-ON: h200-sxm; expect fix
#include "report.h"

struct Particles {
  float *x, *y, *z;
  float *vx, *vy, *vz;
  int count;
};

__global__ void advance(Particles p, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.count)
    return;
  p.vz[i] -= 9.81f * dt;
  p.x[i] += p.vx[i] * dt;
  p.y[i] += p.vy[i] * dt;
  p.z[i] += p.vz[i] * dt;
}

static float *makeField(int n, unsigned seed) {
  float *field;
  cudaMallocManaged(&field, n * sizeof(float));
  fillNoise(field, n, seed);
  return field;
}

int main() {
  const int n = 500009;
  Particles p{makeField(n, 1), makeField(n, 2), makeField(n, 3),
              makeField(n, 4), makeField(n, 5), makeField(n, 6), n};
  const int blockSize = 32;
  const int numBlocks = (n + blockSize - 1) / blockSize;
  for (int step = 0; step < 2; ++step)
    advance<<<numBlocks, blockSize>>>(p, 0.01f);
  cudaDeviceSynchronize();
  report("x", p.x, n);
  report("z", p.z, n);
  report("vz", p.vz, n);
}
