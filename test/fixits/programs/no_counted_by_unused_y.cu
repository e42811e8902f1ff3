// RUN-ON: rtx-4090; expect none
// The block's y is unused: each of its 4 rows counts once.
#include "report.h"

__global__ void tally(const unsigned char *data, unsigned *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[data[i] * 256 + (i & 255)], 1u);
}

int main() {
  const int n = 400003;
  unsigned char *data;
  unsigned *bins;
  cudaMallocManaged(&data, n);
  cudaMallocManaged(&bins, 65536 * sizeof(unsigned));
  for (int i = 0; i < n; ++i)
    data[i] = (unsigned char)(noise(i) * 255);
  cudaMemset(bins, 0, 65536 * sizeof(unsigned));
  dim3 block(8, 4);
  tally<<<(n + block.x - 1) / block.x, block>>>(data, bins, n);
  cudaDeviceSynchronize();
  report("bins", bins, 65536);
}
