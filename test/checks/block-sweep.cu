// RUN: %tidy -checks=-*,gpuperf-launch-config,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

__global__ void square(double *a, const double *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = b[i] * b[i];
}

// A program that measures which block is best wants all of them.
static void sweep(double *a, double *b, int n) {
  for (int threads = 2; threads <= 1024; threads *= 2)
    square<<<(n + threads - 1) / threads, threads>>>(a, b, n);
}

int main() {
  const int n = 1 << 22;
  double *a, *b;
  cudaMalloc(&a, n * sizeof(double));
  cudaMalloc(&b, n * sizeof(double));
  sweep(a, b, n);
  // CHECK: [[#@LINE+2]]:3: warning: 'square' keeps 16 of 48 warps
  // CHECK: [[#@LINE+1]]:3: warning: block size 2 of 'square': {{[0-9]+}} is predicted {{[0-9.]+}}x faster on rtx-3080 {{.*}} [gpuperf-launch-config]
  square<<<n / 2, 2>>>(a, b, n);
  return 0;
}
