// RUN: %tidy -checks=-*,gpuperf-register-spill --config="{CheckOptions: {GpuperfGpu: rtx-3090}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-register-spill --config="{CheckOptions: {GpuperfGpu: rtx-3090}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host

// Silent first: all of these are in registers.
// CHECK-NOT: warning:
__device__ int find(const int *a, int v) {
  for (int k = 0; k < 8; ++k)
    if (a[k] == v)
      return k;
  return 0;
}
__global__ void unrolled(int *y, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v[8];
  for (int k = 0; k < 8; ++k)
    v[k] = x[i + k];
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < 8; ++k)
      v[k] = v[k] * v[(k + 1) & 7];
  y[i] = v[0] + find(v, 3);
}
struct Complex {
  float Re, Im;
};
__device__ Complex operator*(Complex a, Complex b) {
  return {a.Re * b.Re - a.Im * b.Im, a.Re * b.Im + a.Im * b.Re};
}
__global__ void complexPower(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Complex c[2] = {{y[i], 1}, {1, y[i]}};
  for (int j = 0; j < n; ++j) {
    c[0] = c[0] * c[1];
    c[1] = c[1] * c[1];
  }
  y[i] = c[0].Re + c[1].Im;
}
// The library's own array, for arguments that hardly ever occur.
__global__ void trigonometry(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  for (int j = 0; j < n; ++j)
    s = sinf(s) * 1000000;
  y[i] = s;
}
// In local memory, but it costs next to nothing.
__global__ void rarely(int *y, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int t[4] = {i, i + 1, i + 2, i + 3};
  int s = t[x[i] & 3];
  for (int j = 0; j < n; ++j)
    s = s * 1664525 + 1013904223;
  y[i] = s;
}

__global__ void histogram(int *y, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int bins[16];
  for (int k = 0; k < 16; ++k)
    bins[k] = 0;
  for (int j = 0; j < n; ++j)
    bins[x[j] & 15]++;
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 'bins' (64 B per thread) is in local memory instead of registers, as it is indexed by a value that only the running kernel knows; {{[0-9]+}} accesses per thread: {{[0-9]+}}% of the time of 'histogram' on rtx-3090 [gpuperf-register-spill]
  // CHECK: note: registers have no index: keep it in shared memory
  // CHECK: note: predicted {{.*}} in this launch, the worst of 2
  int s = 0;
  for (int k = 0; k < 16; ++k)
    s += bins[k] * k;
  y[i] = s;
}
#define TWICE(V, K) V[K] = V[K] * V[n - (K)-1]
template <typename T, int N> __global__ void polynomial(T *y, const T *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T v[N];
  for (int k = 0; k < n; ++k)
    v[k] = x[i + k];
  for (int j = 0; j < 100; ++j)
    for (int k = 0; k < n; ++k)
      TWICE(v, k);
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 'v' (128 B per thread) is in local memory instead of registers, as it is indexed in a loop that is not unrolled; {{.*}} of the time of 'polynomial<float, 32>'
  // CHECK: note: registers have no index: give the loop a constant bound and #pragma unroll
  y[i] = v[0];
}
// All threads fill the array alike, and a block would fill one as well.
__device__ void put(int (&table)[80][3], int at, int r, int g, int b) {
  table[at][0] = r;
  table[at][1] = g;
  table[at][2] = b;
}
__global__ void ramps(float *y, const float *x, int top) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int table[80][3], at = 0;
  for (int k = 0; k < 30; ++k)
    put(table, at++, top * k / 30, 3, k);
  for (int k = 0; k < 50; ++k)
    put(table, at++, top - top * k / 50, 7, 0);
  int k = (int)(x[i] * 79);
  y[i] = table[k][0] + table[k][1] * 2.0f + table[k][2];
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 'table' (960 B per thread) is in local memory instead of registers, as it is indexed by a value that only the running kernel knows; {{.*}} of the time of 'ramps'
  // CHECK: note: each thread fills it with the same numbers: keep one table, which a block builds once in shared memory or which is a static __device__ or __constant__ array
}
// The same of numbers that are the thread's own, and that are written again
// after some were read.
// CHECK-NOT: warning:
__global__ void ownRamps(float *y, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int table[80][3], at = 0;
  for (int k = 0; k < 80; ++k)
    put(table, at++, (int)threadIdx.x * k / 30, 3, k);
  int k = (int)(x[i] * 79);
  y[i] = table[k][0] + table[k][1] * 2.0f + table[k][2];
}
__global__ void readBetween(float *y, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int table[80][3], at = 0;
  for (int k = 0; k < 80; ++k)
    put(table, at++, 255 * k / 30, 3, k);
  int k = (int)(x[i] * 79);
  float s = table[k][0];
  for (int k = 0; k < 80; ++k)
    table[k][0] = k;
  y[i] = s + table[k][0] + table[k][1] * 2.0f + table[k][2];
}
__global__ void quiet(int *y, const int *x, int n) {
  int bins[16] = {};
  for (int j = 0; j < n; ++j)
    bins[x[j] & 15]++; // NOLINT(gpuperf-register-spill)
  y[blockIdx.x * blockDim.x + threadIdx.x] = bins[n & 15];
}

void run(float *x, float *y, int *a, int *b) {
  unrolled<<<1024, 256>>>(a, b, 100);
  complexPower<<<1024, 256>>>(y, 100);
  trigonometry<<<1024, 256>>>(y, 100);
  rarely<<<1024, 256>>>(a, b, 1000);
  histogram<<<1024, 256>>>(a, b, 100);
  histogram<<<dim3(64, 64), dim3(16, 16)>>>(a, b, 100);
  polynomial<float, 32><<<1024, 256>>>(y, x, 20);
  ramps<<<1024, 256>>>(y, x, 255);
  ownRamps<<<1024, 256>>>(y, x);
  readBetween<<<1024, 256>>>(y, x);
  quiet<<<1024, 256>>>(a, b, 100);
}
