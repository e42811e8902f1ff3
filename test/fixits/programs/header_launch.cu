// RUN-ON: rtx-4090; expect either
#include "launch_in_header.h"
#include "report.h"

int main() {
  const int n = 1000003;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  setInts(v, 5, n);
  const int block = 32;
  setAll<<<(n / 2 + block - 1) / block, block>>>(v, 6, n / 2);
  cudaDeviceSynchronize();
  report("set", v, n);
}
