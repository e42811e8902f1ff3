// RUN-ON: rtx-4090; expect either
// The dimensions are assigned one by one.
#include "report.h"

__global__ void checker(unsigned char *v, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    v[y * w + x] = (x / 16 + y / 16) % 2;
}

int main() {
  const int w = 1201, h = 803;
  unsigned char *v;
  cudaMallocManaged(&v, w * h);
  dim3 block, grid;
  block.x = 8;
  block.y = 4;
  block.z = 1;
  grid.x = (w + block.x - 1) / block.x;
  grid.y = (h + block.y - 1) / block.y;
  grid.z = 1;
  checker<<<grid, block>>>(v, w, h);
  cudaDeviceSynchronize();
  report("checker", v, w * h);
}
