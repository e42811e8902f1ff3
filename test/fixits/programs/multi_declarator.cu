// RUN-ON: rtx-4090; expect fix
#include "report.h"

__global__ void lerp(const float *a, const float *b, float *out, float t,
                     int n) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i < n)
    out[i] = (1.0f - t) * a[i] + t * b[i];
}

int main() {
  const int n = 1000003;
  float *a, *b, *out;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(a, n, 1);
  fillNoise(b, n, 2);
  int threads = 32, blocks = (n + threads - 1) / threads;
  lerp<<<blocks, threads>>>(a, b, out, 0.25f, n);
  cudaDeviceSynchronize();
  report("lerp", out, n);
}
