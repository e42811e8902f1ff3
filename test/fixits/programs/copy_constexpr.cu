// RUN-ON: rtx-3090; expect fix
#include "report.h"

constexpr int kThreads = 32;

__global__ void copy(const int *in, int *out, int n) {
  const int idx = blockDim.x * blockIdx.x + threadIdx.x;
  if (idx >= n)
    return;
  out[idx] = in[idx];
}

int main() {
  constexpr int n = 700001;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i ^ 0x5a5a;
  copy<<<(n - 1) / kThreads + 1, kThreads>>>(in, out, n);
  cudaDeviceSynchronize();
  report("copy", out, n);
  cudaFree(in);
  cudaFree(out);
}
