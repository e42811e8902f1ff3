// A grid that is far too large is told of although what is left is hardly more
// than launching, and no other block is advised for it.
// RUN: %tidy -checks=-*,gpuperf-launch-config,gpuperf-partial-warp --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

__global__ void add(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[i] + 1;
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  add<<<100000, 256>>>(a, b, 5);
  // CHECK: [[#@LINE-1]]:3: warning: 99999 of 100000 blocks of 'add' have nothing to do: {{[0-9]+}}% of its time on rtx-3080 [gpuperf-launch-config]
  // CHECK-NOT: warning:
  add<<<100000, 32>>>(a, b, 5);
  // CHECK: [[#@LINE-1]]:3: warning: 99999 of 100000 blocks of 'add' have nothing to do
  // CHECK-NOT: warning:
  // One block is as large as its data: 96 threads would leave four elements.
  add<<<1, 100>>>(a, b, 100);
  // Too few to be noticed.
  add<<<16, 256>>>(a, b, 100);
}
