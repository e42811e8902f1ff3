#include "rows.h"

__global__ void addUp(float *sums, const float *rows, int n, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < length; ++k)
    sum += rows[i * length + k];
  sums[i] = sum;
}

void sumRows(float *sums, const float *rows, int n, int length) {
  addUp<<<(n + 255) / 256, 256>>>(sums, rows, n, length);
}
