// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3090}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3090}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host
// Where doubles are as fast as half of the floats, memory hides them.
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: a100-sxm4-40gb}}" %s -- %device -DLIGHT 2>&1 | FileCheck --allow-empty --check-prefix=FULLRATE %s
// FULLRATE-NOT: warning:
// What is fixed compiles and is silent.
// RUN: cp %s %t.cu
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3090}}" --fix %t.cu -- %device -DFIXABLE > %t.log 2>&1
// The lines that say what is wanted are no part of what is looked at.
// RUN: grep -v "FIXED:" %t.cu > %t.fixed
// RUN: FileCheck --check-prefix=FIXED %s < %t.fixed
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3090}}" %t.cu -- %device -DFIXABLE 2>&1 | FileCheck --allow-empty --check-prefix=AGAIN %s
// AGAIN-NOT: {{makes this|error:}}

#ifdef LIGHT
__global__ void scale(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 0.1 * x[i];
}
void run(float *x, float *y) { scale<<<8192, 256>>>(y, x, 8192 * 256); }
#else

__device__ float wave(float x) {
  float s = x;
  for (int j = 0; j < 50; ++j)
    s = exp(s * 0.1) + 0.3;
  // CHECK: [[#@LINE-1]]:17: warning: '0.1' makes this expression of floats double: {{[0-9]+}}% of the time of 'callee' on rtx-3090 [gpuperf-fp64-arithmetic]
  // CHECK: note: {{.*}} FP64 is 64 times as slow as FP32 on rtx-3090
  // CHECK: note: the fix computes it in single precision
  // CHECK: note: predicted {{.*}} in this launch, the worst of 2
  // FIXED: s = expf(s * 0.1f) + 0.3f;
  return s;
}
__global__ void callee(float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = wave(y[i]);
}

__global__ void loop(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int j = 0; j < n; ++j) {
    s += 0.1 * x[i] * s;
    // FIXED: s += 0.1f * x[i] * s;
    if (s > 1.3)
      // FIXED: if (s > 1.3f)
      s = pow(s, 2.5);
      // One cost, claimed once: at the line with the most of it.
      // CHECK: [[#@LINE-2]]:18: warning: '2.5' makes this expression of floats double, as on lines [[#@LINE-6]] and [[#@LINE-4]]: {{[0-9]+}}% of the time of 'loop'
      // CHECK: note: the fix computes them in single precision
      // FIXED: s = powf(s, 2.5f);
  }
  y[i] = s;
}

__global__ void ramp(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int j = 0; j < n; ++j)
    s += (j + .5) * 1e-3;
  // CHECK: [[#@LINE-1]]:15: warning: '.5' makes this expression double, and it is rounded to a float: {{[0-9]+}}% of the time of 'ramp'
  // FIXED: s += (j + .5f) * 1e-3f;
  y[i] = s;
}

// Only ever a float.
template <typename T> __global__ void single(T *y, int n) {
  T s = y[threadIdx.x];
  for (int j = 0; j < n; ++j)
    s = s * 0.3 + 0.7;
  // CHECK: [[#@LINE-1]]:13: warning: '0.3' makes this expression of floats double: {{[0-9]+}}% of the time of 'single<float>'
  // FIXED: s = s * 0.3f + 0.7f;
  y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

#define TENTH 0.1
#define STEP(S) S = S * 0.9 + 0.05
template <typename T> __global__ void both(T *y, int n) {
  T s = y[threadIdx.x];
  for (int j = 0; j < n; ++j)
    s = s * 0.3 + 0.7;
#ifndef FIXABLE
  // CHECK: [[#@LINE-2]]:13: warning: '0.3' makes this expression of floats double
  // CHECK: note: no fix-it: other instantiations of the template compute it in double
#endif
  // FIXED: s = s * 0.3 + 0.7;
  y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

#ifndef FIXABLE
__global__ void macros(float *y, int n) {
  const double third = 1.0 / 3.0;
  float s = y[threadIdx.x];
  for (int j = 0; j < n; ++j) {
    s = s * TENTH + third;
    // CHECK: [[#@LINE-1]]:13: warning: 'TENTH' makes this expression of floats double, as on lines [[#@LINE+5]] and [[#@LINE+6]]
    // CHECK-NOT: the fix computes
    // CHECK: note: no fix-it: it comes from the macro 'TENTH'
    // CHECK: note: no fix-it for line [[#@LINE+2]]: it comes from the macro 'STEP'
    // CHECK: note: no fix-it for line [[#@LINE+2]]: the constant 'third' is a double
    STEP(s);
    s = third + s * s;
  }
  y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
#endif

// Silent from here but for the kernel as a whole: doubles that were asked for.
// CHECK-NOT: warning:
// CHECK: [[#@LINE+7]]:{{[0-9]+}}: warning: double-precision arithmetic, 64 times as slow as float: {{[0-9]+}}% of the time of 'honest' on rtx-3090
// CHECK-NOT: warning:
__global__ void honest(double *y, const float *x, double a, int n) {
  double acc = 0;
  float f = x[threadIdx.x];
  for (int j = 0; j < n; ++j) {
    acc += x[j] * 0.1;
    f = f * a;
    f = (double)f * 0.3;
    f = f * 1e-300 + f;
  }
  y[blockIdx.x * blockDim.x + threadIdx.x] = acc + f;
}
// The compiler does these in single precision, as they cannot differ.
__global__ void narrowed(float *y, int n) {
  float f = y[threadIdx.x];
  for (int j = 0; j < n; ++j) {
    f = f * 2.0;
    if (f > 0.5)
      f = f + 1.0;
  }
  y[blockIdx.x * blockDim.x + threadIdx.x] = f;
}
// No float takes part.
__global__ void integers(int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = y[i];
  for (int j = 0; j < n; ++j)
    if (s * 0.3 < j * 0.7)
      s = s * 3 + j;
  y[i] = s;
}
// Cheap beside the memory that it waits for.
__global__ void once(float *y, const float *x) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  y[i] = x[i * 32] * 2.0f + x[i * 32 + 8] + x[i * 32 + 16];
}
__global__ void quiet(float *y, int n) {
  float s = y[threadIdx.x];
  for (int j = 0; j < n; ++j)
    s = s * 0.3 + 0.7; // NOLINT(gpuperf-fp64-arithmetic)
  y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

void run(float *x, float *y, double *d, int n) {
  callee<<<1024, 256>>>(y);
  callee<<<2048, 256>>>(y);
  loop<<<1024, 256>>>(y, x, 100);
  ramp<<<dim3(32, 32), dim3(16, 16)>>>(y, 1000);
  single<<<1024, 256>>>(y, 100);
#ifndef FIXABLE
  both<<<1024, 256>>>(y, 100);
  macros<<<1024, 256>>>(y, 100);
#endif
  both<<<1024, 256>>>(d, 100);
  honest<<<1024, 256>>>(d, x, 0.5, 100);
  narrowed<<<1024, 256>>>(y, 100);
  integers<<<1024, 256>>>((int *)y, 100);
  once<<<1024, 256>>>(y, x);
  quiet<<<1024, 256>>>(y, 100);
}
#endif
