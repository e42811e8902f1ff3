// RUN-ON: rtx-2080-ti; expect none
// Blocks of 544 mirror their part through global memory, a barrier between:
// no partner may be in another block.
#include "report.h"

__global__ void mirror(const float *in, float *scratch, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  scratch[i] = 2.0f * in[i];
  __syncthreads();
  out[i] = scratch[544 * (i / 544) + 543 - i % 544];
}

int main() {
  const int block = 544;
  const int n = 544 * 2000;
  float *in, *scratch, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&scratch, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  mirror<<<n / block, block>>>(in, scratch, out);
  cudaDeviceSynchronize();
  report("mirrord", out, n);
}
