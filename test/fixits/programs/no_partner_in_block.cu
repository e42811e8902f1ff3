// RUN-ON: rtx-2080-ti; expect none
// Threads of a block exchange through global memory, with a barrier between:
// the partner must be in the same block.
#include "report.h"

__global__ void exchange(const float *in, float *scratch, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  scratch[i] = 2.0f * in[i];
  __syncthreads();
  out[i] = scratch[i ^ 256];
}

int main() {
  const int block = 1024;
  const int n = 1 << 20;
  float *in, *scratch, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&scratch, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  exchange<<<n / block, block>>>(in, scratch, out);
  cudaDeviceSynchronize();
  report("exchanged", out, n);
}
