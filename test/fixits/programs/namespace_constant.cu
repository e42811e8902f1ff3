// RUN-ON: rtx-4090; expect fix
#include "report.h"

namespace cfg {
constexpr unsigned int threadsPerBlock = 32u;
}

__global__ void threshold(const unsigned short *in, bool *out,
                          unsigned short at, unsigned int n) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] > at;
}

int main() {
  const unsigned int n = 1000003;
  unsigned short *in;
  bool *out;
  cudaMallocManaged(&in, n * sizeof(unsigned short));
  cudaMallocManaged(&out, n * sizeof(bool));
  for (unsigned int i = 0; i < n; ++i)
    in[i] = (unsigned short)(i * 40503u);
  unsigned int blocks = (n + cfg::threadsPerBlock - 1) / cfg::threadsPerBlock;
  threshold<<<blocks, cfg::threadsPerBlock>>>(in, out, 30000, n);
  cudaDeviceSynchronize();
  report("above", out, n);
  cudaFree(in);
  cudaFree(out);
}
