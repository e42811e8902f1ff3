// Advice is for the launch as the program makes it, where main says how.
// RUN: %tidy -checks=-*,gpuperf-launch-config,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device > %t 2>&1
// RUN: FileCheck %s < %t
// Without main, the sizes are open.
// RUN: %tidy -checks=-*,gpuperf-launch-config,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device -DLIBRARY 2>&1 | FileCheck --check-prefix=OPEN %s

__global__ void scale(float *v, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= by;
}
__global__ void sums(const float *a, float *out, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows)
    return;
  float sum = 0;
  for (int k = 0; k < columns; ++k)
    sum += a[size_t(i) * columns + k];
  // CHECK: [[#@LINE-1]]:12: warning: 32 sectors per request instead of 4 (stride 4000 bytes between neighbouring threads in 'a'): {{[0-9]+}}% of the time of 'sums'
  // CHECK: note: predicted {{.*}} in this launch
  // OPEN: [[#@LINE-3]]:12: warning: up to 32 sectors per request instead of 4 (stride 4 * columns bytes between neighbouring threads in 'a'): at least {{[0-9]+}}% of the time of 'sums'
  // OPEN: note: rows and columns are not known here
  out[i] = sum;
}
// Bound by FP64 on the few SMs that have a block.
__global__ void steps(double *v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double a = v[i], b = a + 1, c = a + 2, d = a + 3;
  for (int k = 0; k < 10000; ++k) {
    a = a * 0.5 + 1, b = b * 0.5 + 1;
    c = c * 0.5 + 1, d = d * 0.5 + 1;
  }
  v[i] = a + b + c + d;
}

void scaleAll(float *v, int n) {
  scale<<<(n + 31) / 32, 32>>>(v, 2, n);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'scale': {{[0-9]+}} is predicted {{[0-9.]+}}x faster on rtx-3080 ({{.*}} us -> {{.*}} us)
  // CHECK-NOT: no fix is offered
  // OPEN: [[#@LINE-3]]:3: warning: block size 32 of 'scale': {{.*}} faster on rtx-3080 from n = {{[0-9]+}} on
}
void sumAll(const float *a, float *out, int rows, int columns) {
  sums<<<(rows + 255) / 256, 256>>>(a, out, rows, columns);
}
void stepAll(double *v, int threads) {
  // The kernel is not told how many: the grid that main makes tells it.
  steps<<<threads / 256, 256>>>(v);
  // CHECK: [[#@LINE-1]]:3: warning: block size 256 of 'steps': 32 is predicted {{[0-9.]+}}x faster on rtx-3080 ({{.*}} -> {{.*}}); warps on the fullest SM 8 -> 1
  // OPEN-NOT: of 'steps'
}

#ifndef LIBRARY
int main() {
  const int n = 10000000;
  float *v, *out;
  cudaMalloc(&v, n * sizeof(float));
  cudaMalloc(&out, 10000 * sizeof(float));
  scaleAll(v, n);
  sumAll(v, out, 10000, 1000);
  stepAll((double *)v, 2048);
  cudaDeviceSynchronize();
}
#endif
