// RUN-ON: h200-sxm; expect either
#include "report.h"

__global__ void smooth(const float *in, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x) {
    float left = i > 0 ? in[i - 1] : in[i];
    float right = i + 1 < n ? in[i + 1] : in[i];
    out[i] = 0.25f * left + 0.5f * in[i] + 0.25f * right;
  }
}

int main() {
  const int n = 1000003;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  smooth<<<264, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  report("smooth", out, n);
  cudaFree(in);
  cudaFree(out);
}
