// RUN-ON: rtx-4090; expect fix
// The same launch for one batch after the other.
#include "report.h"
#include <algorithm>

__global__ void addOffset(float *v, int first, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    v[first + i] += 0.5f * first;
}

int main() {
  const int n = 1700003, batch = 1 << 20;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  const int threads = 32;
  for (int first = 0; first < n; first += batch) {
    int count = std::min(batch, n - first);
    addOffset<<<(count + threads - 1) / threads, threads>>>(v, first, count);
  }
  cudaDeviceSynchronize();
  report("offset", v, n);
}
