// A launch that takes less than a fiftieth of what others of the program take
// is not worth a finding, whether its sizes are known or not. Alone it is.
// RUN: %tidy -checks=-*,gpuperf-*,-gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %tidy -checks=-*,gpuperf-*,-gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- -DALONE %device 2>&1 | FileCheck --check-prefix=ALONE --implicit-check-not=warning: %s

// Each thread walks through its own row.
__global__ void sumRows(float *sums, const float *a, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += a[row * 64 + i];
  // ALONE: [[#@LINE-1]]:12: warning: {{.*}} of the time of 'sumRows'
  sums[row] = sum;
}

__global__ void interact(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += __fsqrt_rn(in[i] * in[j] + 1.0f);
  out[i] = sum;
}

// Made more often than the other, or where the other may not be made: it may
// not be light.
__global__ void sumColumns(float *sums, const float *a, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += a[row * 64 + i];
  // CHECK: [[#@LINE-1]]:12: warning: {{.*}} of the time of 'sumColumns' on rtx-3080 with {{[0-9]+}} threads or more
  // ALONE: [[#@LINE-2]]:12: warning: {{.*}} of the time of 'sumColumns'
  sums[row] = sum;
}

void step(float *sums, float *out, const float *a, int n) {
  sumRows<<<(n + 255) / 256, 256>>>(sums, a, n);
#ifndef ALONE
  interact<<<(n + 255) / 256, 256>>>(out, sums, n);
#endif
}

void steps(float *sums, float *out, const float *a, int n, int count) {
  for (int i = 0; i < count; ++i)
    sumColumns<<<(n + 255) / 256, 256>>>(sums, a, n);
  interact<<<(n + 255) / 256, 256>>>(out, sums, n);
}

#define ROWS(name)                                                             \
  int row = blockIdx.x * blockDim.x + threadIdx.x;                             \
  if (row >= n)                                                                \
    return;                                                                    \
  float sum = 0;                                                               \
  for (int i = 0; i < 64; ++i)
__global__ void beforeSome(float *sums, const float *a, int n) {
  ROWS() sum += a[row * 64 + i];
  // CHECK: [[#@LINE-1]]:17: warning: {{.*}} of the time of 'beforeSome'
  // ALONE: [[#@LINE-2]]:17: warning: {{.*}} of the time of 'beforeSome'
  sums[row] = sum;
}
__global__ void beforeReturn(float *sums, const float *a, int n) {
  ROWS() sum += a[row * 64 + i];
  // CHECK: [[#@LINE-1]]:17: warning: {{.*}} of the time of 'beforeReturn'
  // ALONE: [[#@LINE-2]]:17: warning: {{.*}} of the time of 'beforeReturn'
  sums[row] = sum;
}
// A kernel that does as much, up to a factor.
__global__ void besideAlike(float *sums, const float *a, int n) {
  ROWS() sum += a[row * 64 + i];
  // CHECK: [[#@LINE-1]]:17: warning: {{.*}} of the time of 'besideAlike'
  // ALONE: [[#@LINE-2]]:17: warning: {{.*}} of the time of 'besideAlike'
  sums[row] = sum;
}
__global__ void copy(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}
// The others are made in loops, which run several times.
__global__ void beforeSteps(float *sums, const float *a, int n) {
  ROWS() sum += a[row * 64 + i];
  // ALONE: [[#@LINE-1]]:17: warning: {{.*}} of the time of 'beforeSteps'
  sums[row] = sum;
}
// One that another file has says nothing of this one, and takes nothing away.
__global__ void besideUnknown(float *sums, const float *a, int n) {
  ROWS() sum += a[row * 64 + i];
  // ALONE: [[#@LINE-1]]:17: warning: {{.*}} of the time of 'besideUnknown'
  sums[row] = sum;
}
extern __global__ void elsewhere(float *out, int n);

void steps(float *sums, float *out, const float *a, int n, int steps, int parts) {
  beforeSteps<<<(n + 255) / 256, 256>>>(sums, a, n);
#ifndef ALONE
  for (int s = 0; s < steps; ++s)
    for (int p = 0; p < parts; ++p)
      besideAlike<<<(n + 255) / 256, 256>>>(out, a, n);
#endif
}
void sometimes(float *sums, float *out, const float *a, int n, bool last) {
  beforeSome<<<(n + 255) / 256, 256>>>(sums, a, n);
  if (last)
    interact<<<(n + 255) / 256, 256>>>(out, sums, n);
}
void returning(float *sums, float *out, const float *a, int n, bool refine) {
  beforeReturn<<<(n + 255) / 256, 256>>>(sums, a, n);
  if (!refine)
    return;
  interact<<<(n + 255) / 256, 256>>>(out, sums, n);
}
void unknown(float *sums, float *out, const float *a, int n) {
  besideUnknown<<<(n + 255) / 256, 256>>>(sums, a, n);
  elsewhere<<<(n + 255) / 256, 256>>>(out, n);
#ifndef ALONE
  interact<<<(n + 255) / 256, 256>>>(out, sums, n);
#endif
}
void alike(float *sums, float *out, const float *a, int n) {
  besideAlike<<<(n + 255) / 256, 256>>>(sums, a, n);
  copy<<<(n + 255) / 256, 256>>>(out, a, n);
}
