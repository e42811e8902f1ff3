// A float ends at 3.4e38. Where a power or an exponential passes that in
// double and the result does not, the fix would lose the result.
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s
// RUN: cp %s %t.cu
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" --fix %t.cu -- %device > %t.log 2>&1
// RUN: grep -v "FIXED:" %t.cu > %t.fixed
// RUN: FileCheck --check-prefix=FIXED %s < %t.fixed

// The power of a counter is far beyond a float before its root is taken.
__global__ void root(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: [[#@LINE+5]]:{{[0-9]+}}: warning: '3.14159' makes this expression double
    // CHECK-NOT: the fix computes
    // CHECK: note: no fix-it: a float holds 1.2e-38 to 3.4e38, and 'pow' may go beyond it here although the result does not
    // CHECK-NOT: the fix computes
    // FIXED: out[i] = sqrt(pow(3.14159, i));
    out[i] = sqrt(pow(3.14159, i));
}

// The quotient and the difference of two infinities are no numbers, and the
// logarithm of zero is infinite.
__global__ void tangent(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  if (i < n)
    // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}} of the time of 'tangent'
    // CHECK: note: no fix-it: {{.*}}, and 'exp' may go beyond it here
    // FIXED: out[i] = (exp(2.1 * x) - 1) / (exp(2.1 * x) + 1);
    out[i] = (exp(2.1 * x) - 1) / (exp(2.1 * x) + 1);
}
__global__ void wells(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i], y = by[i];
  if (i < n)
    // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}} of the time of 'wells'
    // CHECK: note: no fix-it: {{.*}}, and 'pow' may go beyond it here
    // FIXED: out[i] = pow(1.1 / x, 12) - pow(1.1 / y, 12);
    out[i] = pow(1.1 / x, 12) - pow(1.1 / y, 12);
}
__global__ void softplus(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  if (i < n)
    // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}} of the time of 'softplus'
    // CHECK: note: no fix-it: {{.*}}, and 'exp' may go beyond it here
    // FIXED: out[i] = log(1.0 + exp(1.7 * x));
    out[i] = log(1.0 + exp(1.7 * x));
}
// A power that scales what it is a factor of.
__global__ void scaled(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i], y = by[i];
  if (i < n)
    // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}} of the time of 'scaled'
    // CHECK: note: no fix-it: {{.*}}, and 'pow' may go beyond it here
    // FIXED: out[i] = x * pow(10.0, y);
    out[i] = x * pow(10.0, y);
}
__global__ void scales(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i], y = by[i];
  if (i < n) {
    // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}} of the time of 'scales'
    // CHECK: note: no fix-it: {{.*}}, and 'pow' may go beyond it here
    // FIXED: x *= pow(10.0, y);
    x *= pow(10.0, y);
    out[i] = x;
  }
}
// What nvcc computes in double and clang's headers have as a float.
__global__ void roots(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  if (i < n)
    // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}} of the time of 'roots'
    // CHECK: note: no fix-it: {{.*}}, and 'pow' may go beyond it here
    // FIXED: out[i] = sqrt(pow(x, 12)) + 1.0f;
    out[i] = sqrt(pow(x, 12)) + 1.0f;
}
// The order of two infinities is lost.
__global__ void larger(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i], y = by[i];
  if (i < n)
    // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}} of the time of 'larger'
    // CHECK: note: no fix-it: {{.*}}, and 'exp' may go beyond it here
    // FIXED: out[i] = exp(1.1 * x) < exp(1.1 * y) ? x : y;
    out[i] = exp(1.1 * x) < exp(1.1 * y) ? x : y;
}
// The factors of a constant of nature are masses of stars.
__global__ void pull(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i], y = by[i], s = 0;
  if (i < n)
    for (int j = 1; j < 100; ++j)
      // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}} of the time of 'pull'
      // CHECK: note: no fix-it: {{.*}}, and the product with '6.674e-11' may go beyond it here
      // FIXED: s += 6.674e-11 * x * y / (s + j);
      s += 6.674e-11 * x * y / (s + j);
  out[i] = s;
}

// In these, whatever passes the range does so in the result, or is infinite in
// both: they have their fix.
__global__ void whole(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i], y = by[i];
  if (i < n)
    // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}} of the time of 'whole'
    // CHECK: note: the fix computes it in single precision
    // FIXED: out[i] = 1.0f + 2.5f * powf(1.1f, y);
    out[i] = 1.0 + 2.5 * pow(1.1, y);
}
__global__ void sigmoid(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  if (i < n)
    // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}} of the time of 'sigmoid'
    // CHECK: note: the fix computes it in single precision
    // FIXED: out[i] = 1.0f / (1.0f + expf(-1.7f * x));
    out[i] = 1.0 / (1.0 + exp(-1.7 * x));
}
// The exponent is not positive.
__global__ void bell(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i], y = by[i];
  if (i < n)
    // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}} of the time of 'bell'
    // CHECK: note: the fix computes it in single precision
    // FIXED: out[i] = y * expf(-0.5f * x * x) * expf(-0.3f * y * y);
    out[i] = y * exp(-0.5 * x * x) * exp(-0.3 * y * y);
}
__global__ void distance(float *out, const float *in, const float *by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i], y = by[i];
  if (i < n)
    // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}} of the time of 'distance'
    // CHECK: note: the fix computes it in single precision
    // FIXED: out[i] = sqrtf(powf(x - 0.3f, 2.0f) + powf(y - 0.3f, 2.0f) + 1e-12f);
    out[i] = sqrt(pow(x - 0.3, 2.0) + pow(y - 0.3, 2.0) + 1e-12);
}

void run(float *out, const float *in, const float *by) {
  const int n = 1 << 22;
  root<<<n / 256, 256>>>(out, in, by, n);
  tangent<<<n / 256, 256>>>(out, in, by, n);
  wells<<<n / 256, 256>>>(out, in, by, n);
  softplus<<<n / 256, 256>>>(out, in, by, n);
  scaled<<<n / 256, 256>>>(out, in, by, n);
  scales<<<n / 256, 256>>>(out, in, by, n);
  roots<<<n / 256, 256>>>(out, in, by, n);
  larger<<<n / 256, 256>>>(out, in, by, n);
  pull<<<n / 256, 256>>>(out, in, by, n);
  whole<<<n / 256, 256>>>(out, in, by, n);
  sigmoid<<<n / 256, 256>>>(out, in, by, n);
  bell<<<n / 256, 256>>>(out, in, by, n);
  distance<<<n / 256, 256>>>(out, in, by, n);
}
