// RUN-ON: rtx-4090; expect none
// Other files share the header's constant.
#include "block_size.h"
#include "report.h"

__global__ void flipSign(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = -v[i];
}

int main() {
  const int n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  flipSign<<<(n + kSharedBlockSize - 1) / kSharedBlockSize, kSharedBlockSize>>>(
      v, n);
  cudaDeviceSynchronize();
  report("flipped", v, n);
}
