// RUN-ON: rtx-4090; expect either; args: 1001, 33
#include "report.h"
#include <cstdlib>

#define THREADS 32
#define BLOCKS(n) (((n) + 31) / 32)

__global__ void addSix(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 6;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  addSix<<<BLOCKS(n), THREADS>>>(v, n);
  std::printf("%d words of bits\n", BLOCKS(n));
  cudaDeviceSynchronize();
  report("sixes", v, n);
}
