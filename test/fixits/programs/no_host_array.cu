// RUN-ON: rtx-4090; expect none
// The constant is a host array's length, too.
#include "report.h"

__global__ void lookUp(float *v, const float *table, int entries, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = table[i % entries];
}

int main() {
  const int n = 1000003;
  constexpr int Size = 32;
  float host[Size];
  for (int i = 0; i < Size; ++i)
    host[i] = noise(i);
  float *v, *table;
  cudaMallocManaged(&v, n * sizeof(float));
  cudaMalloc(&table, sizeof(host));
  cudaMemcpy(table, host, sizeof(host), cudaMemcpyHostToDevice);
  const int entries = sizeof(host) / sizeof(host[0]);
  lookUp<<<(n + Size - 1) / Size, Size>>>(v, table, entries, n);
  cudaDeviceSynchronize();
  report("values", v, n);
}
