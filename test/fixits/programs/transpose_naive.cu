// RUN-ON: rtx-3090; expect either
#include "report.h"

static inline unsigned int blocksFor(unsigned int size, unsigned int block) {
  return size / block + (size % block != 0);
}

__global__ void transpose(const float *in, float *out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols)
    out[c * rows + r] = in[r * cols + c];
}

int main() {
  const int rows = 1021, cols = 997;
  float *in, *out;
  cudaMallocManaged(&in, rows * cols * sizeof(float));
  cudaMallocManaged(&out, rows * cols * sizeof(float));
  fillNoise(in, rows * cols);
  dim3 block(32, 32);
  dim3 grid(blocksFor(cols, block.x), blocksFor(rows, block.y));
  transpose<<<grid, block>>>(in, out, rows, cols);
  cudaDeviceSynchronize();
  report("transposed", out, rows * cols);
  cudaFree(in);
  cudaFree(out);
}
