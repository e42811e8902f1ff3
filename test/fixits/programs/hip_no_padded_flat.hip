// RUN-ON: mi300x; expect none; check gpuperf-bank-conflict
// The tile is filled through a pointer to its first element, which counts on
// rows of 32.
#include "report.h"
#include <hip/hip_runtime.h>

__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[32][32];
  float *flat = &tile[0][0];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  float sum = 0;
  for (int step = 0; step < 16; ++step) {
    flat[threadIdx.y * 32 + threadIdx.x] = in[y * n + x] + step;
    __syncthreads();
    sum += tile[threadIdx.x][threadIdx.y];
    __syncthreads();
  }
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = sum;
}

int main() {
  const int n = 256;
  float *in, *out;
  hipMallocManaged(&in, n * n * sizeof(float));
  hipMallocManaged(&out, n * n * sizeof(float));
  fillNoise(in, n * n);
  hipLaunchKernelGGL(transpose, dim3(n / 32, n / 32), dim3(32, 32), 0, 0, in,
                     out, n);
  hipDeviceSynchronize();
  report("transposed", out, n * n);
}
