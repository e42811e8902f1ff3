// RUN-ON: rtx-4090; expect fix
#include "report.h"

__global__ void copy4(const float4 *__restrict__ in, float4 *__restrict__ out,
                      int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    float4 v = in[i];
    out[i] = make_float4(v.w, v.z, v.y, v.x);
  }
}

int main() {
  const int n4 = 400009;
  float4 *in, *out;
  cudaMallocManaged(&in, n4 * sizeof(float4));
  cudaMallocManaged(&out, n4 * sizeof(float4));
  fillNoise(reinterpret_cast<float *>(in), n4 * 4);
  const int block = 32;
  copy4<<<(n4 + block - 1) / block, block>>>(in, out, n4);
  cudaDeviceSynchronize();
  report("reversed", reinterpret_cast<float *>(out), n4 * 4);
  cudaFree(in);
  cudaFree(out);
}
