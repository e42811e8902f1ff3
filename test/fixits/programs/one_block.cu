// RUN-ON: h200-sxm; expect either
#include "report.h"

__global__ void squares(int *v, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    v[i] = i * i;
}

int main() {
  const int n = 30011;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  squares<<<1, 32>>>(v, n);
  cudaDeviceSynchronize();
  report("squares", v, n);
}
