// RUN-ON: rtx-4090; expect either
#include "report.h"

#define TILE 4

__global__ void flip(const unsigned *in, unsigned *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    out[(h - 1 - y) * w + x] = in[y * w + x];
}

int main() {
  const int w = 1001, h = 777;
  unsigned *in, *out;
  cudaMallocManaged(&in, w * h * sizeof(unsigned));
  cudaMallocManaged(&out, w * h * sizeof(unsigned));
  for (int i = 0; i < w * h; ++i)
    in[i] = i * 7u;
  dim3 block(TILE, TILE);
  dim3 grid((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
  flip<<<grid, block>>>(in, out, w, h);
  cudaDeviceSynchronize();
  report("flipped", out, w * h);
  cudaFree(in);
  cudaFree(out);
}
