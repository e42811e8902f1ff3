// RUN-ON: rtx-4090; expect either
// A block per row, guarded: a larger block is right, a smaller one is not.
#include "report.h"

__global__ void scaleRows(float *v, const float *by, int cols) {
  int c = threadIdx.x;
  if (c < cols)
    v[blockIdx.x * cols + c] *= by[blockIdx.x];
}

int main() {
  const int rows = 30011, cols = 27;
  const int threads = 32;
  float *v, *by;
  cudaMallocManaged(&v, rows * cols * sizeof(float));
  cudaMallocManaged(&by, rows * sizeof(float));
  fillNoise(v, rows * cols, 1);
  fillNoise(by, rows, 2);
  scaleRows<<<rows, threads>>>(v, by, cols);
  cudaDeviceSynchronize();
  report("rows", v, rows * cols);
}
