// RUN-ON: rtx-4090; expect either; args: 200, 70001, 131070
// As many rows as it is told; blocks of 2 rows reach 131070 of them.
#include "report.h"
#include <cstdlib>

__global__ void addColumn(int *v, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    v[y * w + x] += x;
}

int main(int argc, char **argv) {
  const int w = 8, h = argc > 1 ? atoi(argv[1]) : 1 << 16;
  int *v;
  cudaMallocManaged(&v, w * h * sizeof(int));
  cudaMemset(v, 0, w * h * sizeof(int));
  const int rows = 2;
  dim3 block(8, rows);
  dim3 grid((w + 7) / 8, (h + rows - 1) / rows);
  addColumn<<<grid, block>>>(v, w, h);
  cudaDeviceSynchronize();
  report("columns", v, w * h);
}
