// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s
// GPUs that compute doubles at half of the rate have nothing to gain.
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %host 2>&1 | FileCheck --allow-empty --check-prefix=FULLRATE %s
// FULLRATE-NOT: warning:

__global__ void attract(const double *x, double *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double s = 0, xi = x[i];
  for (int j = 0; j < n; ++j) {
    double d = x[j] - xi;
    s += d / (d * d + 1e-9);
    // One finding for all kernels of the file, at the one that costs most.
    // CHECK: [[#@LINE-2]]:{{[0-9]+}}: warning: double-precision arithmetic, 64 times as slow as float: {{[78][0-9]}}% of the time of 'attract' on rtx-3080 [gpuperf-fp64-arithmetic]
    // CHECK: note: float where 7 decimal digits suffice, with double kept for sums
    // CHECK: note: the share leaves the sums of its loops in double
    // CHECK: note: on a GPU with FP64 at half of float's rate (v100, a100, h100) the source is right as it is
    // CHECK: note: the same holds for 'iterate' of this file
    // CHECK: note: predicted {{.*}} in this launch
  }
  f[i] = s;
}
// CHECK-NOT: warning:
__global__ void iterate(double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double v = y[i];
    for (int k = 0; k < 40000; ++k)
      v = v * 1.0000001 + 0.5;
    y[i] = v;
  }
}
// Memory takes the time.
__global__ void scale(double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] *= 2;
}
// The file has it in float as well: double is a choice.
template <typename T> __global__ void chosen(T *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    T v = y[i];
    for (int k = 0; k < 4000; ++k)
      v = v * T(1.5) + T(0.5);
    y[i] = v;
  }
}
int main() {
  const int n = 1 << 16;
  double *x, *y;
  float *z;
  cudaMalloc(&x, n * sizeof(double));
  cudaMalloc(&y, n * sizeof(double));
  cudaMalloc(&z, n * sizeof(float));
  attract<<<n / 256, 256>>>(x, y, n);
  iterate<<<n / 256, 256>>>(y, n);
  scale<<<n / 256, 256>>>(y, n);
  chosen<<<n / 256, 256>>>(y, n);
  chosen<<<n / 256, 256>>>(z, n);
}
