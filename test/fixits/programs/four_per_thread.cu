// RUN-ON: rtx-4090; expect either; args: 1001, 4096, 7
#include "report.h"
#include <cstdlib>

__global__ void quads(const float *in, float *out, int n) {
  int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; ++k)
    if (first + k < n)
      out[first + k] = in[first + k] * (k + 1);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 22;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  const int block = 32;
  quads<<<(n + 4 * block - 1) / (4 * block), block>>>(in, out, n);
  cudaDeviceSynchronize();
  report("quads", out, n);
}
