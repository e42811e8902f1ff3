// RUN-ON: h200-sxm; expect fix
#include "report.h"

struct Affine {
  float scale, offset;
  __device__ float operator()(float v) const { return scale * v + offset; }
};

template <typename F>
__global__ void transform(const float *in, float *out, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = f(in[i]);
}

int main() {
  const int n = 1000003;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  const auto block = 32;
  transform<<<(n + block - 1) / block, block>>>(in, out, n,
                                                Affine{2.0f, -1.0f});
  cudaDeviceSynchronize();
  report("affine", out, n);
  cudaFree(in);
  cudaFree(out);
}
