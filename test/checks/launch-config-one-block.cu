// The grid is one block, and nobody says how many of its threads have work: it
// may be half of them, and then no other block is better.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

__global__ void rows(const double *in, double *out, const int *order, int n,
                     int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 300; ++k)
    out[i * 300 + k] = in[order[i] * 300 + k];
}
#define N 513
void unknown(const double *in, double *out, const int *order, int n) {
  const int blocks = (N + 1023) / 1024;
  // CHECK-NOT: warning:
  rows<<<blocks, 1024>>>(in, out, order, n, 300);
}
// Where the size is said, it is full.
void known(const double *in, double *out, const int *order) {
  // CHECK: [[#@LINE+1]]:3: warning: block size 1024 of 'rows': {{.*}} faster on rtx-3080
  rows<<<1, 1024>>>(in, out, order, 1024, 300);
}
