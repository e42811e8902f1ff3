// RUN-ON: rtx-4090; expect either
// More rows than a grid has blocks in y.
#include "report.h"

__global__ void addRow(int *v, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    v[y * w + x] += y;
}

int main() {
  const int w = 16, h = 70001;
  int *v;
  cudaMallocManaged(&v, w * h * sizeof(int));
  cudaMemset(v, 0, w * h * sizeof(int));
  dim3 block(4, 4);
  dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
  addRow<<<grid, block>>>(v, w, h);
  cudaDeviceSynchronize();
  report("rows", v, w * h);
}
