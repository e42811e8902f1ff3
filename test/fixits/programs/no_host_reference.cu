// RUN-ON: rtx-4090; expect none
// The host's own loop walks over the blocks.
#include "report.h"
#include <vector>

static const int kBlock = 32;

__global__ void plusIndex(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += i;
}

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  plusIndex<<<(n + kBlock - 1) / kBlock, kBlock>>>(v, n);
  cudaDeviceSynchronize();
  std::vector<int> firsts;
  for (int i = 0; i < n; i += kBlock)
    firsts.push_back(v[i]);
  report("firsts", firsts.data(), firsts.size());
}
