// RUN-ON: h200-sxm; expect either
// A block per row, threads stride over it: any block computes the same.
#include "report.h"

__global__ void normalizeRows(const float *in, float *out, int cols) {
  const float *row = in + blockIdx.x * cols;
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    out[blockIdx.x * cols + c] = row[c] / (1.0f + row[0]);
}

int main() {
  const int rows = 1500, cols = 701;
  float *in, *out;
  cudaMallocManaged(&in, rows * cols * sizeof(float));
  cudaMallocManaged(&out, rows * cols * sizeof(float));
  fillNoise(in, rows * cols);
  normalizeRows<<<rows, 32>>>(in, out, cols);
  cudaDeviceSynchronize();
  report("rows", out, rows * cols);
  cudaFree(in);
  cudaFree(out);
}
