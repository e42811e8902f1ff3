// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s
// Where doubles are fast, memory hides divisions.
// FULLRATE-NOT: warning:
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: a100-sxm4-40gb}}" %s -- %host 2>&1 | FileCheck --allow-empty --implicit-check-not=warning: --check-prefix=FULLRATE %s
//
// Divisions that threads repeat are told before anything that costs digits.

// One number for all threads.
__global__ void relax(double *u, const double *f, double h, double eps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: double-precision division by 'eps', which is the same in all threads: {{[3-9][0-9]}}% of the time of 'relax' on rtx-3080 [gpuperf-fp64-arithmetic]
    u[i] = 0.5 * (u[i] + h * h * f[i] / eps);
  // CHECK: note: let the host compute the reciprocal once, together with other factors that are the same, and multiply by it: double stays, and a result may differ in its last bit
  // CHECK: note: float instead of double would save more of it, where 7 decimal digits suffice; only you know whether they do
  // CHECK: note: predicted {{.*}} in this launch
}
// A quotient for each column, of elements that no thread writes.
__global__ void eliminate(double *m, int row, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  for (int j = row + 1 + y; j < n; j += gridDim.y * blockDim.y)
    for (int i = row + 1 + x; i < n; i += gridDim.x * blockDim.x)
      // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: double-precision division in each thread, although 'm[row + j * n] / m[row + row * n]' is the same in all threads that differ on x alone: {{[0-9]+}}% of the time of 'eliminate'
      m[i + j * n] -= m[row + j * n] / m[row + row * n] * m[i + row * n];
  // CHECK: note: compute each of these quotients once, in a small kernel before this one, and load them here: double stays, and so does the result
}
// A constant that the compiler may not turn into a product.
__global__ void thirds(double *u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: double-precision division by the constant '3.0': {{[0-9]+}}% of the time of 'thirds'
    u[i] = u[i] / 3.0;
  // CHECK: note: multiply by its reciprocal, which the compiler computes
}

// Each thread has its own divisor: float is all that there is.
__global__ void ratios(double *u, const double *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: double-precision arithmetic, 64 times as slow as float
    u[i] = u[i] / v[i] + v[i] / (u[i] + 1.5) + u[i] / (v[i] - 2.5);
}
int main() {
  const int n = 1 << 22;
  double *u, *v;
  cudaMalloc(&u, n * sizeof(double));
  cudaMalloc(&v, n * sizeof(double));
  relax<<<n / 256, 256>>>(u, v, 0.1, 1.7, n);
  for (int row = 0; row < 4; ++row)
    eliminate<<<dim3(64, 64), dim3(32, 8)>>>(u, row, 2048);
  thirds<<<n / 256, 256>>>(u, n);
  ratios<<<n / 256, 256>>>(u, v, n);
}
