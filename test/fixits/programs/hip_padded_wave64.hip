// RUN-ON: mi250x; expect fix; check gpuperf-bank-conflict
// A wavefront of 64 reads a column: all of its lanes are in one bank.
#include "report.h"
#include <hip/hip_runtime.h>

__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[64][64];
  const int left = blockIdx.x * 64, top = blockIdx.y * 64;
  for (int row = 0; row < 64; row += 4)
    tile[threadIdx.y + row][threadIdx.x] =
        in[(top + threadIdx.y + row) * n + left + threadIdx.x];
  __syncthreads();
  for (int row = 0; row < 64; row += 4)
    out[(left + threadIdx.y + row) * n + top + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + row];
}

int main() {
  const int n = 1024;
  float *in, *out;
  hipMallocManaged(&in, n * n * sizeof(float));
  hipMallocManaged(&out, n * n * sizeof(float));
  fillNoise(in, n * n);
  transpose<<<dim3(n / 64, n / 64), dim3(64, 4)>>>(in, out, n);
  hipDeviceSynchronize();
  report("transposed", out, n * n);
}
