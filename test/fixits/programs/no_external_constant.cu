// RUN-ON: rtx-4090; expect none
// The constant is other files', too.
#include "report.h"

extern const int blockOfTheLibrary;
const int blockOfTheLibrary = 32;

__global__ void sixth(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] /= 6.0f;
}

int main() {
  const int n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  const int grid = (n + blockOfTheLibrary - 1) / blockOfTheLibrary;
  sixth<<<grid, blockOfTheLibrary>>>(v, n);
  cudaDeviceSynchronize();
  report("sixths", v, n);
}
