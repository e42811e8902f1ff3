// RUN-ON: rtx-4090; expect none
// The function's number is also a length on the host.
#include "report.h"

constexpr int chunk() { return 32; }

__global__ void tripled(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= 3.0f;
}

int main() {
  const int n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  tripled<<<(n + chunk() - 1) / chunk(), chunk()>>>(v, n);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < chunk(); ++i)
    sum += v[i];
  report("sum", &sum, 1);
}
