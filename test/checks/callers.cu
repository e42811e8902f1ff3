// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host
//
// A file of a larger program has no main: what its own functions hand to each
// other is known all the same.
constexpr int Samples = 100000;

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i] * 2;
}

float loss(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  // CHECK: [[#@LINE-1]]:3: warning: 'twice' is predicted to take {{[0-9.]+}} us ({{.*}}), as <<<391, 256>>> 50 times, on rtx-3080
  // CHECK-NOT: unknown
  return 0;
}

void evaluate(const float *x, float *y, int n, float &l) { l = loss(x, y, n); }

float train(const float *x, float *y) {
  float l = 0;
  for (int epoch = 0; epoch < 50; ++epoch)
    evaluate(x, y, Samples, l);
  return l;
}

__global__ void open(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 0;
}

void clear(float *y, int n) { open<<<(n + 255) / 256, 256>>>(y, n); }
// CHECK: [[#@LINE-1]]:31: warning: 'open' is predicted to take {{.*}}n unknown
void clearAll(float *y, int n) { clear(y, n); }

// The function itself says all: its callers are of no interest.
void fixed(float *y) { open<<<16, 256>>>(y, 4096); }
// CHECK: [[#@LINE-1]]:24: warning: 'open' is predicted to take {{[0-9.]+}} us ({{[0-9. to]+}}) on rtx-3080
void useFixed(float *y) { fixed(y); }
