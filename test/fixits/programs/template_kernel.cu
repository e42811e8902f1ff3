// RUN-ON: rtx-4090; expect fix
#include "report.h"

template <typename T, int Power>
__global__ void raise(const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    T value = in[i], result = 1;
#pragma unroll
    for (int p = 0; p < Power; ++p)
      result *= value;
    out[i] = result;
  }
}

template <typename T, int Power> void raiseAll(const T *in, T *out, int n) {
  constexpr int block = 32;
  raise<T, Power><<<(n + block - 1) / block, block>>>(in, out, n);
}

int main() {
  const int n = 800003;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  raiseAll<float, 3>(in, out, n);
  cudaDeviceSynchronize();
  report("cubes", out, n);
  cudaFree(in);
  cudaFree(out);
}
