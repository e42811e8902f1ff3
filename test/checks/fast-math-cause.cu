// The function that carries the share is named, not the first of the source.
// RUN: %tidy -checks=-*,gpuperf-fast-math --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DSERIES 2>&1 | FileCheck %s --check-prefix=SERIES --implicit-check-not=warning:
// RUN: %tidy -checks=-*,gpuperf-fast-math --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DROOTS 2>&1 | FileCheck %s --check-prefix=ROOTS --implicit-check-not=warning:
// RUN: %tidy -checks=-*,gpuperf-fast-math --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DSCALED 2>&1 | FileCheck %s --check-prefix=SCALED --implicit-check-not=warning:
// RUN: %tidy -checks=-*,gpuperf-fast-math --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DCHANGED 2>&1 | FileCheck %s --check-prefix=CHANGED --implicit-check-not=warning:
// RUN: %tidy -checks=-*,gpuperf-fast-math --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DTWO 2>&1 | FileCheck %s --check-prefix=TWO --implicit-check-not=warning:

#if defined(SERIES)
#define TWIDDLE() sincosf(k * angle, &s, &c)
__device__ float scaled(unsigned x) { return x / 2147483648.f; }
__global__ void kernel(const float *x, float *y, float n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float angle = -6.283f * (x[i] / n), sum = 0, s, c;
  for (int k = 0; k < 500; ++k) {
    // SERIES: [[#@LINE+1]]:5: warning: precise sincosf of floats: at least {{[0-9]+}}% of the time of 'kernel'
    TWIDDLE();
    sum += s * c + scaled(k);
  }
  y[i] = sum;
}
#elif defined(ROOTS)
__global__ void kernel(float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = y[i];
  for (int k = 0; k < 100; ++k)
    // ROOTS: [[#@LINE+2]]:15: warning: precise division, sqrtf of floats:
    // ROOTS: [[#@LINE+1]]:15: note: rsqrtf(x) is 1 / sqrtf(x) in one instruction
    sum = 1.f / sqrtf(sum + k);
  y[i] = sum;
}
#elif defined(SCALED)
__global__ void kernel(const float *x, float *y, float n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 500; ++k)
    // SCALED: [[#@LINE+2]]:29: warning: precise division of floats:
    // SCALED: [[#@LINE+1]]:29: note: '2 * n * n' is the same each time: its reciprocal, computed once, makes the division a product
    sum += sum + (x[i] + k) / (2 * n * n);
  y[i] = sum;
}
#elif defined(TWO)
// A division by a power of two is a product already, and of two divisions on a
// line nobody knows which one costs what.
__global__ void kernel(const float *x, float *y, float n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 500; ++k)
    // TWO: [[#@LINE+2]]:{{[0-9]+}}: warning: precise division of floats:
    // TWO-NOT: is the same each time
    sum = (sum + x[i]) / 2.f + (k + n) / (sum * sum + 1.5f) + sum / n;
  y[i] = sum;
}
#else
// The divisor is another one in each iteration.
__global__ void kernel(const float *x, float *y, float n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 500; ++k) {
    // CHANGED: [[#@LINE+2]]:29: warning: precise division of floats:
    // CHANGED-NOT: is the same each time
    sum += sum + (x[i] + k) / n;
    n += 1;
  }
  y[i] = sum;
}
#endif

#ifdef ROOTS
void run(float *y) { kernel<<<1 << 10, 256>>>(y); }
#else
void run(const float *x, float *y, float n) { kernel<<<1 << 10, 256>>>(x, y, n); }
#endif
