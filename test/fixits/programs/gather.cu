// RUN-ON: h200-sxm; expect either
#include "report.h"

__global__ void gather(const float *table, const int *index, float *out,
                       int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = table[index[i]];
}

int main() {
  const int n = 900001, entries = 4099;
  float *table, *out;
  int *index;
  cudaMallocManaged(&table, entries * sizeof(float));
  cudaMallocManaged(&index, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(table, entries);
  for (int i = 0; i < n; ++i)
    index[i] = int(i * 7919ll % entries);
  constexpr unsigned block = 32u;
  gather<<<(n + block - 1u) / block, block>>>(table, index, out, n);
  cudaDeviceSynchronize();
  report("gathered", out, n);
  cudaFree(table);
  cudaFree(index);
  cudaFree(out);
}
