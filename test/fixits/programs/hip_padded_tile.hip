// RUN-ON: mi300x; expect fix; check gpuperf-bank-conflict
// LDS has 32 banks: the lanes of a column are all in one.
#include "report.h"
#include <hip/hip_runtime.h>

__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[32][32];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  float sum = 0;
  for (int step = 0; step < 8; ++step) {
    tile[threadIdx.y][threadIdx.x] = in[y * n + x] + step;
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
