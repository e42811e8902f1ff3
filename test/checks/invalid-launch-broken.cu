// RUN: not %tidy -checks=-*,gpuperf-invalid-launch --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s
//
// A constant whose initializer is missing is no zero.
const int Rows 32;
// CHECK: error: default initialization of an object of const type

__global__ void k(float *x) { x[threadIdx.x] = 1; }

void run(float *x, int n) {
  const dim3 block(Rows, 16);
  k<<<n, block>>>(x);
}
