// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s

// A product of matrices adds to one double: keeping that and making the rest
// float would be no faster.
__global__ void product(const double *a, const double *b, double *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[row * n + i] * b[i * n + column];
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: double-precision arithmetic, 64 times as slow as float
  // CHECK-NOT: with double kept for sums
  // CHECK: note: most of it adds to a sum, and a sum in double of values in float is no faster
  c[row * n + column] = sum;
}
void run(const double *a, const double *b, double *c) {
  product<<<dim3(64, 64), dim3(16, 16)>>>(a, b, c, 1024);
}
