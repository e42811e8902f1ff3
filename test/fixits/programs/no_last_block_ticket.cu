// RUN-ON: h200-sxm; expect none
// The block that comes last writes how many there were.
#include "report.h"

__global__ void ticketed(int *v, unsigned *ticket, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = i / 2;
  __threadfence();
  if (threadIdx.x == 0) {
    unsigned before = atomicAdd(ticket, 1u);
    if (before == gridDim.x - 1)
      ticket[1] = before + 1;
  }
}

int main() {
  const int n = 1000003;
  int *v;
  unsigned *ticket;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMallocManaged(&ticket, 2 * sizeof(unsigned));
  cudaMemset(ticket, 0, 2 * sizeof(unsigned));
  const int block = 32;
  ticketed<<<(n + block - 1) / block, block>>>(v, ticket, n);
  cudaDeviceSynchronize();
  report("halves", v, n);
  report("ticket", ticket, 2);
}
