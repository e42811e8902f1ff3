// A grid of w * h elements, of which the kernel is told one factor and the
// product: what main makes of them is the size, and none is tried.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s

struct Matrix {
  int rows, cols;
  float *at;
};

__global__ void halve(int cols, int n, const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = 0.5f * a[i] + cols;
}

void halved(const Matrix &from, Matrix &to) {
  // CHECK: [[#@LINE+1]]:3: warning: block size 32 of 'halve': {{[0-9]+}} is predicted {{[0-9.]+}}x faster on rtx-3080 (
  halve<<<(from.rows * to.cols + 31) / 32, 32>>>(to.cols, from.rows * to.cols, from.at, to.at);
}

int main() {
  Matrix a{4000, 1, 0}, b{4000, 2000, 0};
  cudaMalloc(&a.at, 4000 * 2000 * 4);
  cudaMalloc(&b.at, 4000 * 2000 * 4);
  halved(a, b);
}

// A size that nobody gives, as another file calls this: what the reason counts is that of one size.
extern "C" void ofAnySize(int n, const float *a, float *b) {
  // CHECK: [[#@LINE+1]]:3: warning: block size 32 of 'halve': {{.*}}; blocks to dispatch {{.*}} -> {{[0-9]+}} at n = {{[0-9]+}} [gpuperf-launch-config]
  halve<<<(n + 31) / 32, 32>>>(1, n, a, b);
  // CHECK: [[#@LINE+1]]:3: warning: block size 10 of 'halve': {{.*}}; fewer warps, {{.*}} at n = {{[0-9]+}} [gpuperf-launch-config]
  halve<<<(n + 9) / 10, 10>>>(1, n, a, b);
}
