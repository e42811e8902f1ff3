// RUN-ON: rtx-4090; expect none
// Somebody else may read the variable.
#include "report.h"

static void describe(const int *threads) {
  std::printf("with %d\n", *threads);
}

__global__ void fifth(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] /= 5.0f;
}

int main() {
  const int n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  int threads = 32;
  describe(&threads);
  fifth<<<(n + threads - 1) / threads, threads>>>(v, n);
  cudaDeviceSynchronize();
  report("fifths", v, n);
}
