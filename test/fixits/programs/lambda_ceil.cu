// RUN-ON: rtx-4090; expect either
#include "report.h"

__global__ void orBits(unsigned *v, unsigned bits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] |= bits;
}

int main() {
  const int n = 1000003;
  unsigned *v;
  cudaMallocManaged(&v, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i)
    v[i] = unsigned(i) << 3;
  auto blocksFor = [](int size, int block) {
    return (size + block - 1) / block;
  };
  const int block = 32;
  orBits<<<blocksFor(n, block), block>>>(v, 5u, n);
  cudaDeviceSynchronize();
  report("ored", v, n);
}
