// Editors put spaces into the brackets of launches, and nvcc takes them. Fixes
// stand where they are meant, and change nothing else.
// RUN: %ourtidy -quiet -checks=-*,gpuperf-partial-warp,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s
// The plugin in a clang-tidy that is not ours finds the same.
// RUN: %tidy -checks=-*,gpuperf-partial-warp,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s
// RUN: cp %s %t.plugin.cu
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" --fix %t.plugin.cu -- %host > %t.plugin.log 2>&1
// RUN: grep -v "FIXED:" %t.plugin.cu > %t.plugin.fixed
// RUN: FileCheck --check-prefix=FIXED %s < %t.plugin.fixed
// RUN: cp %s %t.cu
// RUN: %ourtidy -quiet -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" --fix %t.cu -- %device > %t.log 2>&1
// RUN: grep -v "FIXED:" %t.cu > %t.fixed
// RUN: FileCheck --check-prefix=FIXED %s < %t.fixed

__global__ void fill(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i;
}

// CHECK-NOT: error:
void run(float *out) {
  fill << <(10000000 + 99) / 100, 100 >> > (out, 10000000);
  // CHECK: [[#@LINE-1]]:3: warning: block size 100 of 'fill' is not a multiple of the warp size 32
  fill <<< (1 << 24) / 32, 32 >> >(out, 1 << 24);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'fill': {{[0-9]+}} is predicted
  // FIXED: fill << <(10000000 + 99) / 100, 100 >> > (out, 10000000);
  // FIXED: fill <<< {{[0-9]+}}, {{[0-9]+}} >> >(out, 1 << 24);
}
