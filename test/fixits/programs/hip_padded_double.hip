// RUN-ON: radeon-pro-w7800; expect fix; check gpuperf-bank-conflict
// Elements of 8 bytes, in wavefronts of 32.
#include "report.h"
#include <hip/hip_runtime.h>

__global__ void turn(const double *in, double *out, int n) {
  __shared__ double tile[16][16];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  double sum = 0;
  for (int step = 0; step < 64; ++step) {
    tile[threadIdx.y][threadIdx.x] = in[y * n + x] + step;
    __syncthreads();
    sum += tile[threadIdx.x][threadIdx.y];
    __syncthreads();
  }
  out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = sum;
}

int main() {
  const int n = 128;
  double *in, *out;
  hipMallocManaged(&in, n * n * sizeof(double));
  hipMallocManaged(&out, n * n * sizeof(double));
  for (int i = 0; i < n * n; ++i)
    in[i] = noise(i);
  hipLaunchKernelGGL(turn, dim3(n / 16, n / 16), dim3(16, 16), 0, 0, in, out,
                     n);
  hipDeviceSynchronize();
  report("turned", out, n * n);
}
