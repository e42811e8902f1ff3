// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host

__global__ void rowSums(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0.0f;
  for (int j = 0; j < n; ++j)
    s += x[j * 1024 + i];
  y[i] = s;
}
__global__ void outer(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < n; ++j) {
    float s = 0.0f;
    for (int k = 0; k < 100; ++k)
      s += sqrtf(x[k] * x[j]);
    y[j * 512 + i] = s;
  }
}
__global__ void largest(int *y, const int *x, int n) {
  int best = 0, where = 0;
  for (int j = 0; j < n; ++j) {
    best = max(best, x[j]);
    where += x[j] > 5 ? 1 : 0;
  }
  y[0] = best;
  y[1] = where;
}
__global__ void strided(float *y, const float *x, int n) {
  float s = 0.0f;
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = first; i < n; i += blockDim.x * gridDim.x)
    s += x[i];
  y[first] = s;
}
__global__ void oneBlock(float *y, const float *x, int n) {
  __shared__ float t[256];
  float s = 0.0f;
  for (int i = threadIdx.x; i < n; i += 256)
    s += x[i];
  t[threadIdx.x] = s;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      t[threadIdx.x] += t[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    *y = t[0];
}
// It reads the grid and does not stride by it.
__global__ void tiles(float *y, const float *x) {
  float s = 0.0f;
  for (int tile = 0; tile < gridDim.x; ++tile)
    for (int k = 0; k < 256; ++k)
      s += rsqrtf(x[tile * 256 + k]);
  y[blockIdx.x * 256 + threadIdx.x] = s;
}
__global__ void inPlace(double *e, int n) {
  for (int i = 1; i < n; ++i)
    e[0] += e[i];
}

// The second loop needs all of the sum.
__global__ void scaled(float *y, const float *x, int n) {
  float s = 0.0f;
  for (int i = threadIdx.x; i < n; i += 256)
    s += x[i];
  for (int i = 0; i < 40; ++i)
    s = sqrtf(s) * x[i];
  y[threadIdx.x] = s;
}
// What follows has no loop that others could share.
__global__ void recurrence(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  for (int j = 0; j < n; ++j)
    s = s * 0.99f + 1.0f;
  y[i] = s;
}
__global__ void horner(float *y, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = y[i], s = 0.0f;
  for (int j = 0; j < n; ++j)
    s = s * x + c[j];
  y[i] = s;
}
__global__ void prefix(float *y, const float *x, int n) {
  float s = 0.0f;
  for (int j = 0; j < n; ++j) {
    s += x[j];
    y[j] = s;
  }
}
__global__ void neighbour(float *y, int n) {
  for (int j = 1; j < n; ++j)
    y[j] = sqrtf(y[j - 1] + y[j]);
}
__global__ void chase(int *y, const int *next, int n) {
  int at = 0;
  for (int j = 0; j < n; ++j)
    at = next[at];
  *y = at;
}
__global__ void runs(int *y, const int *x, int n) {
  int run = 0, longest = 0;
  for (int j = 0; j < n; ++j) {
    run = x[j] ? run + 1 : 0;
    longest = max(longest, run);
  }
  *y = longest;
}
__global__ void random(unsigned *y, const unsigned *x, int n) {
  unsigned s = 1;
  for (int j = 0; j < n; ++j) {
    s = s * 1664525u + 1013904223u;
    y[j] = x[j] ^ s;
  }
}
__global__ void window(float *y, const float *x, int n) {
  float before = x[0], s = 0.0f;
  for (int j = 1; j < n; ++j) {
    float now = x[j];
    s += now * before;
    before = now;
  }
  *y = s;
}
__global__ void steps(float *y, int n) {
  __shared__ float t[256];
  t[threadIdx.x] = y[threadIdx.x];
  for (int j = 0; j < n; ++j) {
    __syncthreads();
    float s = t[255 - threadIdx.x];
    __syncthreads();
    t[threadIdx.x] += s;
  }
  y[threadIdx.x] = t[threadIdx.x];
}
__global__ void search(int *y, const int *x, int n) {
  int j = 0;
  for (; j < n; ++j)
    if (x[j] == 7)
      break;
  *y = j;
}
#define SUMS(N) rowSums<<<4, 256>>>(y, x, N)

// All blocks do the same.
__global__ void repeated(float *y, const float *x, int n) {
  int i = threadIdx.x;
  while (i < n) {
    y[i] = x[i] + 1.0f;
    i += blockDim.x;
  }
}
// How long the first loop runs is read from memory: it may take most of the
// time, and more blocks would all run it.
__global__ void normed(float *y, const float *x, float *sum, const int *n) {
  for (int j = 0; j < *n; ++j)
    *sum += x[j] * x[j];
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 1500;
  for (int j = 0; j < 1500; ++j)
    y[i + j] = x[i + j] / *sum;
}

// The second loop needs all of what the first stores: blocks that shared the
// first would come to it too early.
__global__ void board(int *b, const int *a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      b[i + j * n] = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; j += 2)
      b[j + i * n] = a[j % 3] + i;
}

// Adds up what each block has stored.
__global__ void addUp(float *y, int count) {
  if (threadIdx.x == 0)
    for (int i = 1; i < count; ++i)
      y[0] += y[i];
}

// What it stores does not depend on the grid.
__global__ void inStride(float *y, const float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    y[i] = x[i] * 2;
}

void run(float *x, float *y, int *i, unsigned *u, double *e, int n,
         float *sum) {
  rowSums<<<4, 256>>>(y, x, 20000);
  // CHECK: [[#@LINE-1]]:3: warning: 4 blocks of 'rowSums' leave 64 of 68 SMs of rtx-3080 idle, and each thread runs a loop 20000 times: {{[0-9]+}}% of its time [gpuperf-occupancy]
  // CHECK: :9:3: note: its iterations do not need each other but for sums: change the kernel so that 68 blocks instead of 4 share them, 1177 for each thread, and atomics or a second kernel add up the parts (floats round differently in another order)
  // CHECK: note: predicted {{.*}} with 68 blocks
  SUMS(30000);
  // CHECK: [[#@LINE-1]]:3: warning: 4 blocks of 'rowSums' {{.*}} runs a loop 30000 times
  outer<<<2, 256>>>(y, x, 300);
  // CHECK: [[#@LINE-1]]:3: warning: 2 blocks of 'outer' leave 66 of 68 SMs {{.*}} runs a loop 300 times
  // CHECK: :15:3: note: its iterations do not need each other: change the kernel so that {{[0-9]+}} blocks instead of 2 share them, {{[0-9]+}} for each thread
  largest<<<1, 1>>>(i, i + 2, 100000);
  // CHECK: [[#@LINE-1]]:3: warning: 1 block of 'largest' leaves 67 of 68 SMs
  const int blocks = 32;
  const dim3 grid(blocks, 1);
  strided<<<grid, 256>>>(y, x, 1 << 25);
  // CHECK: [[#@LINE-1]]:3: warning: 32 blocks of 'strided' leave 36 of 68 SMs of rtx-3080 idle, and its threads stride by the grid: {{[0-9]+}}% of its time
  // CHECK: note: it strides by the grid: {{[0-9]+}} blocks do the same work; what it stores for each block or thread, and what reads that, is then of as many
  // CHECK: note: the launch of 'addUp' is made with the same number: check what it does with more blocks
  addUp<<<1, 32>>>(y, blocks);
  inStride<<<32, 256>>>(y, x, 1 << 25);
  // CHECK: [[#@LINE-1]]:3: warning: 32 blocks of 'inStride' leave 36 of 68 SMs
  // CHECK: note: it strides by the grid: {{[0-9]+}} blocks do the same work{{ *$}}
  tiles<<<40, 256>>>(y, x);
  // CHECK: [[#@LINE-1]]:3: warning: 40 blocks of 'tiles' leave 28 of 68 SMs of rtx-3080 idle, and each thread runs a loop 40 times
  oneBlock<<<1, 256>>>(y, x, 1 << 20);
  // CHECK: [[#@LINE-1]]:3: warning: 1 block of 'oneBlock' leaves 67 of 68 SMs of rtx-3080 idle, and each thread runs a loop 4096 times
  inPlace<<<1, 1>>>(e, n);
  // CHECK: [[#@LINE-1]]:3: warning: 1 block of 'inPlace' leaves 67 of 68 SMs of rtx-3080 idle, and each thread runs a long loop: at least {{[0-9]+}}% of its time where n is 512 or more
  // CHECK: note: its iterations do not need each other but for sums: change the kernel so that {{[0-9]+}} blocks instead of 1 share them, a part for each thread

  rowSums<<<80, 64>>>(y, x, 50000);
  // CHECK: [[#@LINE-1]]:3: warning: 80 blocks of 'rowSums' give an SM of rtx-3080 4 of 48 warps, and each thread runs a loop 50000 times: {{[0-9]+}}% of its time

  prefix<<<1, 1>>>(y, x, 20000);
  // CHECK: [[#@LINE-1]]:3: warning: 1 block of 'prefix' leaves 67 of 68 SMs of rtx-3080 idle
  // CHECK: note: each iteration stores the sum so far, which is a scan

  // CHECK-NOT: warning:
  recurrence<<<4, 256>>>(y, 20000);
  scaled<<<1, 256>>>(y, x, 1 << 20);
  horner<<<4, 256>>>(y, x, 20000);
  neighbour<<<1, 1>>>(y, 5000);
  chase<<<1, 1>>>(i, i + 1, 20000);
  runs<<<1, 1>>>(i, i + 1, 20000);
  random<<<1, 1>>>(u, u + 20000, 20000);
  window<<<1, 1>>>(y, x, 20000);
  steps<<<1, 256>>>(y, 20000);
  search<<<1, 1>>>(i, i + 1, 20000);
  repeated<<<20, 256>>>(y, x, 20000);
  normed<<<4, 256>>>(y, x, sum, i);
  board<<<1, 1>>>(i, i + 1, 2000);
  // Others run beside it.
  cudaStream_t streams[4];
  for (int k = 0; k < 4; ++k)
    strided<<<8, 256, 0, streams[k]>>>(y, x, 1 << 24);
  // Most SMs have a block, or there is little to do.
  rowSums<<<60, 256>>>(y, x, 20000);
  rowSums<<<4, 256>>>(y, x, 20);
  strided<<<32, 256>>>(y, x, 8192);
  strided<<<n / 256, 256>>>(y, x, n);
  SUMS(30000); // NOLINT(gpuperf-occupancy)
}
