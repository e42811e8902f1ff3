// RUN-ON: rtx-4090; expect none
// Another kernel's loop has the constant as its bound.
#include "report.h"

constexpr int kBlock = 32;

__global__ void plain(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 1.0f;
}

__global__ void window(const float *v, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + kBlock > n)
    return;
  float most = 0;
  for (int k = 0; k < kBlock; ++k)
    most = fmaxf(most, v[i + k]);
  out[i] = most;
}

int main() {
  const int n = 200003;
  float *v, *out;
  cudaMallocManaged(&v, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(v, n);
  cudaMemset(out, 0, n * sizeof(float));
  plain<<<(n + kBlock - 1) / kBlock, kBlock>>>(v, n);
  window<<<(n + 255) / 256, 256>>>(v, out, n);
  cudaDeviceSynchronize();
  report("most", out, n);
}
