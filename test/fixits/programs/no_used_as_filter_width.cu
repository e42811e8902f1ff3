// RUN-ON: rtx-4090; expect none
// One number, two meanings: the filter's width and the block.
#include "report.h"

#define WIDTH 32

__global__ void average(const float *in, float *out, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + width > n)
    return;
  float sum = 0;
  for (int k = 0; k < width; ++k)
    sum += in[i + k];
  out[i] = sum / width;
}

int main() {
  const int n = 200003;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  cudaMemset(out, 0, n * sizeof(float));
  average<<<(n + WIDTH - 1) / WIDTH, WIDTH>>>(in, out, WIDTH, n);
  cudaDeviceSynchronize();
  report("average", out, n);
}
