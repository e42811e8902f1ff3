// RUN-ON: rtx-4090; expect fix; args: 3001, 65, 1
// One launch, several sizes.
#include "report.h"
#include <cstdlib>

__global__ void shift(float *v, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += by;
}

void shiftOnDevice(float *v, float by, int n) {
  const int threads = 32;
  const int blocks = (n + threads - 1) / threads;
  shift<<<blocks, threads>>>(v, by, n);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 22;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  shiftOnDevice(v, 1.0f, n);
  shiftOnDevice(v, 0.5f, n / 2 + 1);
  cudaDeviceSynchronize();
  report("shifted", v, n);
  cudaFree(v);
}
