// RUN-ON: rtx-4090; expect none
// The row length in memory is a whole number of blocks, from gridDim.
#include "report.h"

__global__ void fillRows(int *v, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x < width && y < height)
    v[y * (gridDim.x * blockDim.x) + x] = x - y;
}

int main() {
  const int width = 1000, height = 900;
  const int block = 32;
  const int blocks = (width + block - 1) / block;
  const int pitch = blocks * block;
  int *v;
  cudaMallocManaged(&v, pitch * height * sizeof(int));
  cudaMemset(v, 0, pitch * height * sizeof(int));
  fillRows<<<dim3(blocks, height), block>>>(v, width, height);
  cudaDeviceSynchronize();
  report("rows", v, pitch * height);
}
