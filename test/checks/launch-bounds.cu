// RUN: %tidy -checks=-*,gpuperf-launch-bounds --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-launch-bounds --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host
// RUN: cp %s %t.cu
// RUN: %tidy -checks=-*,gpuperf-launch-bounds --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" --fix %t.cu -- %device -DFIXABLE > %t.log 2>&1
// The lines that say what is wanted are no part of what is looked at.
// RUN: grep -v "FIXED:" %t.cu > %t.fixed
// RUN: FileCheck --check-prefix=FIXED %s < %t.fixed
// RUN: %tidy -checks=-*,gpuperf-launch-bounds --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %t.cu -- %device -DFIXABLE 2>&1 | FileCheck --allow-empty --check-prefix=AGAIN %s
// AGAIN-NOT: {{warning|error}}:

// What needs ptxas is in launch-bounds-ptxas.cu.

__global__ void __launch_bounds__(128) narrow(float *y) {
  // CHECK: [[#@LINE-1]]:40: warning: 'narrow' is launched with blocks of 512 threads, over its __launch_bounds__(128): the launch fails [gpuperf-launch-bounds]
  // CHECK: note: launched here
  // FIXED: __global__ void __launch_bounds__(512) narrow(float *y) {
  y[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
#ifndef FIXABLE
constexpr int Threads = 64;
__global__ __launch_bounds__(Threads, 4) void named(float *y) {
  // CHECK: [[#@LINE-1]]:47: warning: 'named' is launched with blocks of 256 threads, over its __launch_bounds__(64)
  y[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
template <int B> __global__ void __launch_bounds__(B) sized(float *y) {
  // CHECK: [[#@LINE-1]]:55: warning: 'sized<32>' is launched with blocks of 64 threads
  y[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
#endif

// CHECK-NOT: warning:
__global__ void __launch_bounds__(256) exact(float *y) {
  y[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void __launch_bounds__(1024, 1) roomy(float *y) {
  y[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void __launch_bounds__(128) quiet(float *y) { // NOLINT(gpuperf-launch-bounds)
  y[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

void run(float *y, int b) {
  narrow<<<64, 256>>>(y);
  narrow<<<64, dim3(16, 32)>>>(y);
#ifndef FIXABLE
  named<<<64, 256>>>(y);
  sized<32><<<64, 64>>>(y);
  sized<64><<<64, 64>>>(y);
#endif
  exact<<<64, 256>>>(y);
  exact<<<64, b>>>(y);
  roomy<<<64, 64>>>(y);
  quiet<<<64, 256>>>(y);
}
