// RUN-ON: mi300x; expect none
// The shared array has a place per thread of this block.
#include "report.h"
#include <hip/hip_runtime.h>

__global__ void sums(const float *in, float *out) {
  __shared__ float part[32];
  part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int by = 16; by > 0; by /= 2) {
    __syncthreads();
    if (threadIdx.x < by)
      part[threadIdx.x] += part[threadIdx.x + by];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

int main() {
  const int n = 1 << 20;
  float *in, *out;
  hipMallocManaged(&in, n * sizeof(float));
  hipMallocManaged(&out, n / 32 * sizeof(float));
  fillNoise(in, n);
  hipLaunchKernelGGL(sums, dim3(n / 32), dim3(32), 0, 0, in, out);
  hipDeviceSynchronize();
  report("sums", out, n / 32);
}
