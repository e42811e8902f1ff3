// RUN-ON: rtx-4090; expect either
// The grid does not name the block: both literals must change, or none.
#include "report.h"

__global__ void xorAll(unsigned *v, unsigned key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] ^= key;
}

int main() {
  const int n = 1000003;
  unsigned *v;
  cudaMallocManaged(&v, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i)
    v[i] = unsigned(i);
  xorAll<<<(n + 31) >> 5, 32>>>(v, 0xdeadbeefu, n);
  cudaDeviceSynchronize();
  report("xor", v, n);
  cudaFree(v);
}
