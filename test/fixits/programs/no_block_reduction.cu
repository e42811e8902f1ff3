// RUN-ON: rtx-4090; expect none
// A fixed shared array; one sum per block.
#include "report.h"

__global__ void blockSums(const int *in, int *total, int n) {
  __shared__ int partial[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s)
      partial[threadIdx.x] += partial[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(total, partial[0]);
}

int main() {
  const int n = 100003;
  int *in, *total;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i % 17;
  *total = 0;
  blockSums<<<(n + 31) / 32, 32>>>(in, total, n);
  cudaDeviceSynchronize();
  report("total", total, 1);
}
