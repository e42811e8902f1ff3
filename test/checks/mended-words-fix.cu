// Edits of a kernel that is read with words which nvcc does not need stand where
// they are meant in the text without them.
// RUN: cp %s %t.cu
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" --fix-errors %t.cu -- %host > %t.log 2>&1
// RUN: grep -v "FIXED:" %t.cu > %t.fixed
// RUN: FileCheck --check-prefix=FIXED %s < %t.fixed
// RUN: FileCheck %s < %t.log

constexpr int Everywhere = 32;

__global__ void copy(const void *p, float *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    q[i] = *(const float *)(p + 4 * i);
}

void run(float *p, float *q) {
  // CHECK: [[#@LINE+2]]:3: warning: block size 32 of 'copy'
  // FIXED: copy<<<(10000000 + 255) / 256, 256>>>(p, q, 10000000);
  copy<<<(10000000 + 31) / 32, 32>>>(p, q, 10000000);
  // A kernel may name the constant in text that clang has dropped.
  // FIXED: copy<<<(10000000 + Everywhere - 1) / Everywhere, Everywhere>>>(p, q, 10000000);
  copy<<<(10000000 + Everywhere - 1) / Everywhere, Everywhere>>>(p, q, 10000000);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'copy'
  // CHECK: note: no fix is offered: clang has errors in this file, so that a use of the block size may be missing
}
