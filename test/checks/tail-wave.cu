// RUN: %tidy -checks=-*,gpuperf-tail-wave --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-tail-wave --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host
// RUN: %tidy -checks=-*,gpuperf-tail-wave --config="{CheckOptions: {GpuperfGpu: h100-sxm, GpuperfMinGainPercent: 60}}" %s -- %device 2>&1 | FileCheck --allow-empty --check-prefix=HIGH %s
// HIGH-NOT: warning:
// Of several GPUs the one that loses most.
// RUN: %tidy -checks=-*,gpuperf-tail-wave --config="{CheckOptions: {GpuperfGpu: 'rtx-3090;h100-sxm'}}" %s -- %device 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: %tidy -checks=-*,gpuperf-tail-wave --config="{CheckOptions: {GpuperfGpu: h100-sxm, GpuperfAssume: 'm=294912'}}" %s -- %device 2>&1 | FileCheck --check-prefix=ASSUMED %s
// RUN: %tidy -checks=-*,gpuperf-tail-wave --config="{CheckOptions: {GpuperfGpu: h100-sxm, GpuperfMinGainPercent: most}}" %s -- %device 2>&1 | FileCheck --check-prefix=BAD %s
// BAD: warning: GpuperfMinGainPercent: 'most' is not a number from 0 to 99

#include "Inputs/library-state.h"

__global__ void heavy(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  for (int j = 0; j < n; ++j)
    s = s * 0.99f + 1.0f;
  y[i] = s;
}
template <typename T> __global__ void strided(T *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x) {
    T s = y[i];
    for (int j = 0; j < 1000; ++j)
      s = s * T(0.99) + T(1);
    y[i] = s;
  }
}
__global__ void plane(float *y, int n) {
  int i = (blockIdx.y * blockDim.y + threadIdx.y) * gridDim.x * blockDim.x +
          blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  for (int j = 0; j < n; ++j)
    s = s * 0.99f + 1.0f;
  y[i] = s;
}
__global__ void add(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += x[i];
}
__global__ void tile(float *y, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x] = y[i];
  __syncthreads();
  float r = s[255 - threadIdx.x];
  for (int j = 0; j < n; ++j)
    r = r * 0.99f + 1.0f;
  y[i] = r;
}
__global__ void libraryTile(float *y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float r = exchange(y[i]);
  for (int j = 0; j < n; ++j)
    r = r * 0.99f + 1.0f;
  y[i] = r;
}
// Written for the x of its block.
__global__ void columns(float *y, const float *w, int n) {
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int i = blockIdx.x * 32 + threadIdx.x;
  float s = w[threadIdx.x];
  for (int k = 0; k < n; ++k)
    s = s * 0.99f + 1.0f;
  y[j * 1152 + i] = s;
}
#define HEAVY(G) heavy<<<G, 256>>>(y, 10000)

void run(float *x, float *y, int m) {
  heavy<<<1152, 256>>>(y, 10000);
  // CHECK: [[#@LINE-1]]:3: warning: the last wave of 'heavy' on h100-sxm is 9% full: 1056 blocks run at a time and the last 96 of 1152 by themselves, for {{[0-9]+}}% of the time [gpuperf-tail-wave]
  // CHECK: note: 1056 blocks fill 1 whole wave: smaller blocks leave less of the last one empty (gpuperf-launch-config says which)
  // CHECK: note: predicted {{.*}} -> {{.*}} for the same work in whole waves (8 blocks per SM)
  HEAVY(2200);
  // CHECK: [[#@LINE-1]]:3: warning: the last wave of 'heavy' {{.*}} the last 88 of 2200
  // CHECK: note: 2112 blocks fill 2 whole waves
  strided<<<1152, 256>>>(y, 1152 * 256 * 10);
  // CHECK: [[#@LINE-1]]:3: warning: the last wave of 'strided<float>'
  // CHECK: note: the kernel strides by the grid: 1056 blocks do the same work in 1 whole wave{{$}}
  plane<<<dim3(36, 32), dim3(32, 8)>>>(y, 10000);
  // CHECK: [[#@LINE-1]]:3: warning: the last wave of 'plane' {{.*}} the last 96 of 1152
  tile<<<1152, 256>>>(y, 10000);
  // CHECK: [[#@LINE-1]]:3: warning: the last wave of 'tile'
  // CHECK: note: 1056 blocks fill 1 whole wave: a smaller tile would leave less of the last one empty{{$}}
  // CHECK: [[#@LINE-41]]:{{[0-9]+}}: note: no other block size is proposed, for this may depend on it: shared array 's' has 256 fixed elements
  // Of a library's code, the line of the user that calls it.
  libraryTile<<<1152, 256>>>(y, 10000);
  // CHECK: [[#@LINE-1]]:3: warning: the last wave of 'libraryTile'
  // CHECK: [[#@LINE-36]]:{{[0-9]+}}: note: no other block size is proposed, for this may depend on it: shared array 's' has 256 fixed elements
  columns<<<dim3(36, 32), dim3(32, 8)>>>(y, x, 10000);
  // CHECK: [[#@LINE-1]]:3: warning: the last wave of 'columns'
  // CHECK: note: 1056 blocks fill 1 whole wave: a block of another shape leaves less of the last one empty (gpuperf-launch-config says which)
  heavy<<<500, 256>>>(y, 10000);
  // TWO: [[#@LINE-1]]:3: warning: the last wave of 'heavy' on rtx-3090 is 2% full: 492 blocks run at a time and the last 8 of 500
  heavy<<<m / 256, 256>>>(y, 10000);
  // ASSUMED: [[#@LINE-1]]:3: warning: the last wave of 'heavy' {{.*}} the last 96 of 1152

  // CHECK-NOT: warning:
  // Whole waves, nearly whole ones, less than one, and many.
  heavy<<<1056, 256>>>(y, 10000);
  heavy<<<2000, 256>>>(y, 10000);
  heavy<<<900, 256>>>(y, 10000);
  heavy<<<1056 * 12 + 50, 256>>>(y, 10000);
  // Memory is as busy with few blocks; the launch takes longer than the tail.
  add<<<1152, 256>>>(y, x, 1152 * 256);
  // Nobody knows m.
  heavy<<<m / 128, 256>>>(y, 10000);
  heavy<<<1152, 256>>>(y, 10000); // NOLINT(gpuperf-tail-wave)
}
// Who changes the number changes the other launches that are made with it.
void sameNumber(float *y, const float *x) {
  const int blocks = 1152;
  strided<<<blocks, 256>>>(y, 1152 * 256 * 10);
  // CHECK: [[#@LINE-1]]:3: warning: the last wave of 'strided<float>'
  // CHECK: note: the kernel strides by the grid: 1056 blocks do the same work
  // CHECK: note: the launch of 'add' is made with the same number: check what it does with another one
  add<<<blocks, 256>>>(y, x, 1152 * 256);
}
