// RUN-ON: rtx-4090; expect either
#include "report.h"

struct Settings {
  int threads = 32;
  float by = 1.5f;
};

__global__ void times(float *v, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= by;
}

int main() {
  const int n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  Settings s;
  times<<<(n + s.threads - 1) / s.threads, s.threads>>>(v, s.by, n);
  Settings other{64, 2.0f};
  times<<<(n + other.threads - 1) / other.threads, other.threads>>>(v, other.by,
                                                                   n);
  cudaDeviceSynchronize();
  report("times three", v, n);
}
