// Lines in headers, in other functions of a template, and beside broken code.
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{HeaderFilterRegex: '.*', CheckOptions: {GpuperfGpu: rtx-3090}}" %s -- %device -I%S/Inputs > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{HeaderFilterRegex: '.*', CheckOptions: {GpuperfGpu: rtx-3090}}" %s -- %host -I%S/Inputs > %t.host 2>&1
// RUN: diff %t.device %t.host
// RUN: not %tidy -checks=-*,gpuperf-* --config="{HeaderFilterRegex: '.*', CheckOptions: {GpuperfGpu: rtx-3090}}" %s -- %device -I%S/Inputs -DBROKEN 2>&1 | FileCheck --check-prefix=BROKEN %s
// BROKEN: error: use of undeclared identifier 'missing'
// BROKEN-NOT: warning: {{.*}}[gpuperf-fp64-arithmetic]
#include "promoted.cuh"

__global__ void one(float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef BROKEN
  y[i] = decay(y[missing], 100);
#else
  y[i] = decay(y[i], 100);
#endif
}
#ifndef BROKEN
__global__ void other(float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = decay(y[i] + 1, 1000);
}
__global__ void typed(float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = decayOf(y[i], 100);
}
__global__ void member(float *y, Filter<float> f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = f.run(y[i], 100);
}
#endif

void run(float *y) {
  one<<<1024, 256>>>(y);
#ifndef BROKEN
  other<<<1024, 256>>>(y);
  typed<<<dim3(32, 32), dim3(32, 8)>>>(y);
  member<<<1024, 256>>>(y, Filter<float>{0.1f});
#endif
}
// CHECK: promoted.cuh:4:13: warning: '0.9' makes this expression of floats double: {{[0-9]+}}% of the time of 'other' on rtx-3090
// CHECK: note: the fix computes it in single precision
// CHECK: header.cu:{{[0-9]+}}:3: note: predicted {{.*}} in this launch, the worst of 2
// CHECK: promoted.cuh:9:13: warning: '0.7' makes this expression of floats double: {{[0-9]+}}% of the time of 'typed'
// CHECK: note: no fix-it: the template may have other instantiations
// CHECK: promoted.cuh:16:13: warning: '0.8' makes this expression of floats double: {{[0-9]+}}% of the time of 'member'
// CHECK: note: no fix-it: the template may have other instantiations
