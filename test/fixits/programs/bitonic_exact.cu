// RUN-ON: rtx-4090; expect either
// No guard: the number of threads must stay what it is.
#include "report.h"

__global__ void bitonicStep(unsigned *v, int j, int k) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned other = i ^ j;
  if (other > i) {
    bool up = (i & k) == 0;
    if ((v[i] > v[other]) == up) {
      unsigned t = v[i];
      v[i] = v[other];
      v[other] = t;
    }
  }
}

int main() {
  const int n = 1 << 19;
  const int threads = 32;
  const int blocks = n / threads;
  unsigned *v;
  cudaMallocManaged(&v, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i)
    v[i] = unsigned(i) * 2654435761u;
  for (int k = 2; k <= 4; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1)
      bitonicStep<<<blocks, threads>>>(v, j, k);
  cudaDeviceSynchronize();
  report("runs", v, n);
  cudaFree(v);
}
