// RUN-ON: rtx-4090; expect fix
// Three constants of one name: only the launch's own may change.
#include "report.h"

const int block = 7;

__global__ void addSeven(int *v, int by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += by;
}

static int half(int n) {
  const int block = 32;
  return n / block;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    v[i] = i;
  {
    const int block = 32;
    addSeven<<<(n + block - 1) / block, block>>>(v, ::block, n);
  }
  cudaDeviceSynchronize();
  report("seven", v, n);
  std::printf("%d %d\n", block, half(n));
}
