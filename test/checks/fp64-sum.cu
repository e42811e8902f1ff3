// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- -DRECURRENCE %device 2>&1 | FileCheck --check-prefix=RECURRENCE %s

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
  // CHECK: note: most of it adds to a sum, and a sum in double of values in float is no faster: where 7 decimal digits suffice for the values, {{.*}}; where values of both signs cancel, that leaves too few digits, and a sum that is kept in two floats (TwoSum: six additions for each value)
  c[row * n + column] = sum;
}

// Not a sum: each value is made of the last one. One finding is told of a file,
// at the kernel that costs most, so that this one has a file of its own.
#ifdef RECURRENCE
// RECURRENCE: note: float where 7 decimal digits suffice, with double kept for sums
__global__ void iterate(double *y, const double *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double v = y[i], w = x[i];
  for (int k = 0; k < n; ++k) {
    v += 0.01 * w;
    w -= 0.01 * v;
  }
  y[i] = v;
}
void runIterate(double *y, const double *x) {
  iterate<<<65536, 256>>>(y, x, 10000);
}
#endif
void run(const double *a, const double *b, double *c) {
  product<<<dim3(64, 64), dim3(16, 16)>>>(a, b, c, 1024);
}
