// RUN-ON: rtx-4090; expect fix
#include "report.h"

__global__ void toFloat(const short *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] / 32768.0f;
}

int main() {
  const int n = 1000003;
  short *in;
  float *out;
  cudaMallocManaged(&in, n * sizeof(short));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    in[i] = short(i * 97);
  const int block = 32;
  const int grid = n % block == 0 ? n / block : n / block + 1;
  toFloat<<<grid, block>>>(in, out, n);
  cudaDeviceSynchronize();
  report("floats", out, n);
}
