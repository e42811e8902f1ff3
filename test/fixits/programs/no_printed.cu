// RUN-ON: rtx-4090; expect none
// The program says how many threads it uses: its output would change.
#include "report.h"

__global__ void cube(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = v[i] * v[i] * v[i];
}

int main() {
  const int n = 1000003;
  const int threads = 32;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  std::printf("%d threads per block\n", threads);
  cube<<<(n + threads - 1) / threads, threads>>>(v, n);
  cudaDeviceSynchronize();
  report("cubes", v, n);
}
