// RUN-ON: rtx-4090; expect fix
#include "report.h"
#include <cstdint>

__global__ void mix(const uint64_t *in, uint64_t *out, int64_t n) {
  int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = (in[i] ^ (in[i] >> 31)) * 0x9E3779B97F4A7C15ull;
}

int main() {
  const int64_t n = 1000003;
  uint64_t *in, *out;
  cudaMallocManaged(&in, n * sizeof(uint64_t));
  cudaMallocManaged(&out, n * sizeof(uint64_t));
  for (int64_t i = 0; i < n; ++i)
    in[i] = uint64_t(i) * 1000003u;
  int64_t threads = 32;
  int64_t blocks = (n + threads - 1) / threads;
  mix<<<blocks, threads>>>(in, out, n);
  cudaDeviceSynchronize();
  report("mixed", out, n);
  cudaFree(in);
  cudaFree(out);
}
