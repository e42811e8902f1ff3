// RUN-ON: rtx-4090; expect none
// A pattern that repeats with the block.
#include "report.h"

__global__ void dither(const float *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * 255.0f > threadIdx.x * 8;
}

int main() {
  const int n = 1000003;
  const int threads = 32;
  float *in;
  unsigned char *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n);
  fillNoise(in, n);
  dither<<<(n + threads - 1) / threads, threads>>>(in, out, n);
  cudaDeviceSynchronize();
  report("dither", out, n);
}
