// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
//
// A kernel of doubles whose block its caller says, where no other kernel of the
// file is told.
__global__ void attract(const double *x, double *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double s = 0, xi = x[i];
  for (int j = 0; j < n; ++j) {
    double d = x[j] - xi;
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: double-precision arithmetic, 64 times as slow as float: at least {{[0-9]+}}% of the time of 'attract' on rtx-3080
    s += d / (d * d + 1e-9);
    // CHECK: note: the block is not known here: the share is the least one with blocks of 256 and 128
  }
  f[i] = s;
}
__global__ void scale(double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] *= 2;
}
void run(const double *x, double *f, int n, int threads) {
  attract<<<(n + threads - 1) / threads, threads>>>(x, f, n);
  scale<<<(n + threads - 1) / threads, threads>>>(f, n);
}
