// One thread that sums up and stores each sum does a scan. What it does in an
// order that no other keeps (here: sorting) has no such remedy.
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

__global__ void sums(const float *a, float *out, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) {
    s += a[i];
    out[i] = s;
  }
}
// The sum so far is read from where the iteration before has stored it, and
// nobody knows the size.
__global__ void offsets(const int *a, int *out, int n) {
  for (int i = 1; i < n; ++i)
    out[i] = a[i] + out[i - 1];
}
extern "C" void offsetsOf(const int *a, int *out, int n) { offsets<<<1, 1>>>(a, out, n); }
// CHECK: [[#@LINE-1]]:60: warning: 1 block of 'offsets' leaves 67 of 68 SMs of rtx-3080 idle, and each thread runs a long loop: at least {{[0-9]+}}% of its time where n is {{[0-9]+}} or more
// CHECK: note: each iteration stores the sum so far, which is a scan: cub::DeviceScan, or blocks that scan a part of the iterations each and then add what is before them
// All threads of a block compute all sums.
__global__ void together(const float *a, float *out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = a[i] + 1;
}
__global__ void bubbles(float *a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j + 1 < n - i; ++j)
      if (a[j] > a[j + 1]) {
        float t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}
int main() {
  const int n = 1 << 16;
  float *a, *b;
  cudaMalloc(&a, n * 4);
  cudaMalloc(&b, n * 4);
  sums<<<1, 1>>>(a, b, n);
  // CHECK: [[#@LINE-1]]:3: warning: 1 block of 'sums' leaves 67 of 68 SMs of rtx-3080 idle, and each thread runs a loop 65536 times: {{[0-9]+}}% of its time [gpuperf-occupancy]
  // CHECK: note: each iteration stores the sum so far, which is a scan: cub::DeviceScan, or {{[0-9]+}} blocks that scan {{[0-9]+}} iterations each and then add what is before them
  // CHECK: note: a block of 1 thread leaves 31 of the 32 lanes of its warp idle
  together<<<1, 100>>>(a, b, n);
  // CHECK: [[#@LINE-1]]:3: warning: 1 block of 'together' leaves 67 of 68 SMs of rtx-3080 idle
  // CHECK: note: the kernel does not use threadIdx: all 100 threads of a block run the same iterations; let them share these first, too
  // CHECK-NOT: warning:
  bubbles<<<1, 1>>>(a, 32);
}
