// What is launched once to check the results of other kernels may take its
// time; a kernel of such a name that is all there is, or that a loop launches, is
// the work.
// RUN: %tidy -checks=-*,gpuperf-*,-gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %tidy -checks=-*,gpuperf-*,-gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- -DALONE %host 2>&1 | FileCheck --check-prefix=ALONE --implicit-check-not=warning: %s

#define ROWS(name)                                                             \
  __global__ void name(float *sums, const float *a, int n) {                   \
    int row = blockIdx.x * blockDim.x + threadIdx.x;                           \
    float sum = 0;                                                             \
    for (int i = 0; i < 1024; ++i)                                             \
      sum += a[row * 1024 + i];                                                \
    sums[row] = sum;                                                           \
  }

// ALONE: [[#@LINE+1]]:1: warning: {{.*}} of the time of 'verifySums'
ROWS(verifySums)
#ifndef ALONE
ROWS(check_result)
// CHECK: [[#@LINE+1]]:1: warning: {{.*}} of the time of 'checkCollisions'
ROWS(checkCollisions)
// CHECK: [[#@LINE+1]]:1: warning: {{.*}} of the time of 'validateEach'
ROWS(validateEach)
// CHECK: [[#@LINE+1]]:1: warning: {{.*}} of the time of 'goldenSectionSearch'
ROWS(goldenSectionSearch)
__global__ void sums(float *out, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += a[i];
}
#endif

void run(float *out, const float *a, int steps) {
  verifySums<<<64, 256>>>(out, a, 1024);
#ifndef ALONE
  sums<<<64, 256>>>(out, a);
  check_result<<<64, 256>>>(out, a, 1024);
  checkCollisions<<<64, 256>>>(out, a, 1024);
  goldenSectionSearch<<<64, 256>>>(out, a, 1024);
  for (int i = 0; i < steps; ++i)
    validateEach<<<64, 256>>>(out, a, 1024);
#endif
}
