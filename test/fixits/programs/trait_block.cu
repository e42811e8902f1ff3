// RUN-ON: rtx-4090; expect either
// The block is a member of a template's policy.
#include "report.h"

struct DefaultPolicy {
  static constexpr int Block = 32;
};

template <typename T> __global__ void fma3(T *v, T a, T b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = v[i] * a + b;
}

template <typename Policy, typename T> void runFma(T *v, T a, T b, int n) {
  fma3<T><<<(n + Policy::Block - 1) / Policy::Block, Policy::Block>>>(v, a, b,
                                                                     n);
}

int main() {
  const int n = 1000003;
  double *v;
  cudaMallocManaged(&v, n * sizeof(double));
  for (int i = 0; i < n; ++i)
    v[i] = noise(i);
  runFma<DefaultPolicy>(v, 2.0, -0.5, n);
  cudaDeviceSynchronize();
  report("fma", v, n);
}
