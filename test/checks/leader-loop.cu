// RUN: %tidy -checks=-*,gpuperf-divergent-branch --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-divergent-branch --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host

__global__ void partialSums(float *y, const float *x) {
  __shared__ float t[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  t[threadIdx.x] = x[i] * x[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    float s = 0.0f;
    for (int k = 0; k < 256; ++k)
      // CHECK: [[#@LINE-1]]:5: warning: 1 of the 256 threads of a block runs this loop, 256 times, and the others wait: {{[0-9]+}}% of the time of 'partialSums' on rtx-3080 [gpuperf-divergent-branch]
      // CHECK: note: its iterations do not need each other but for sums: let all threads of the block share them, and add up their parts two by two (__shfl_down_sync; floats round differently in another order)
      // CHECK: note: predicted {{.*}} in this launch
      s += t[k];
    y[blockIdx.x] = s;
  }
}
__global__ void table(float *y, const float *x) {
  __shared__ float t[512];
  if (threadIdx.x == 0)
    for (int k = 0; k < 512; ++k)
      // CHECK: [[#@LINE-1]]:5: warning: 1 of the 128 threads of a block runs this loop, 512 times, and the others wait
      // CHECK: note: its iterations do not need each other: let all threads of the block share them
      t[k] = sqrtf(x[k]);
  __syncthreads();
  y[blockIdx.x * 128 + threadIdx.x] = t[511 - threadIdx.x];
}
// A row of 32 x 8 threads adds up what the eight rows have found.
__global__ void columns(float *y, const float *x, int n) {
  __shared__ float t[32 * 32];
  for (int k = threadIdx.y; k < 32; k += 32)
    t[threadIdx.y * 32 + threadIdx.x] = x[(blockIdx.x * 32 + k) * n + threadIdx.x];
  __syncthreads();
  if (threadIdx.y == 0) {
    float s = 0.0f;
    for (int k = 0; k < 32; ++k)
      // CHECK: [[#@LINE-1]]:5: warning: 32 of the 1024 threads of a block run this loop, 32 times, and the others wait
      s += t[k * 32 + threadIdx.x];
    y[blockIdx.x * 32 + threadIdx.x] = s;
  }
}

// The next one is needed for the one after it, as in every scan.
__global__ void prefix(float *y, const float *x) {
  __shared__ float t[256];
  t[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int k = 1; k < 256; ++k)
      // CHECK: [[#@LINE-1]]:5: warning: 1 of the 256 threads of a block runs this loop, 255 times, and the others wait
      // CHECK: note: each iteration stores the sum so far, which is a scan: let all threads of the block do it (cub::BlockScan; floats round differently in another order)
      t[k] += t[k - 1];
  __syncthreads();
  y[blockIdx.x * 256 + threadIdx.x] = t[threadIdx.x];
}
// CHECK-NOT: warning:
// Too short to be worth it, and a loop of the whole block.
__global__ void few(float *y, const float *x) {
  __shared__ float t[256];
  t[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    float s = 0.0f;
    for (int k = 0; k < 8; ++k)
      s += t[k * 32];
    y[blockIdx.x] = s;
  }
}
__global__ void all(float *y, const float *x) {
  float s = 0.0f;
  for (int k = 0; k < 256; ++k)
    s += x[k];
  y[blockIdx.x * 256 + threadIdx.x] = s;
}
// Data say when it happens, and it may be never.
__global__ void seldom(float *y, const float *x, const int *flag) {
  __shared__ float t[256];
  t[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0 && flag[blockIdx.x] == 12345) {
    float s = 0.0f;
    for (int k = 0; k < 256; ++k)
      s += t[k];
    y[blockIdx.x] = s;
  }
}
__global__ void kept(float *y, const float *x) {
  __shared__ float t[256];
  t[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    float s = 0.0f;
    for (int k = 0; k < 256; ++k) // NOLINT(gpuperf-divergent-branch)
      s += t[k];
    y[blockIdx.x] = s;
  }
}

void run(float *x, float *y, int *flag) {
  partialSums<<<4096, 256>>>(y, x);
  table<<<4096, 128>>>(y, x);
  columns<<<4096, dim3(32, 32)>>>(y, x, 64);
  prefix<<<4096, 256>>>(y, x);
  few<<<4096, 256>>>(y, x);
  all<<<4096, 256>>>(y, x);
  seldom<<<4096, 256>>>(y, x, flag);
  kept<<<4096, 256>>>(y, x);
}

// One thread of the grid looks for the least value and its place: its block can
// share that, and another block or grid would not help.
__global__ void nearest(const float *d, int *at, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < 1) {
    float least = d[0];
    int place = 0;
    // CHECK: [[#@LINE+2]]:5: warning: 1 of the 256 threads of a block runs this loop, 8192 times, and the others wait: 9{{[0-9]}}% of the time of 'nearest'
    // CHECK: note: its iterations do not need each other but for the best value: let all threads of the block share them, and compare what they have found two by two
    for (int k = 0; k < n; ++k)
      if (d[k] < least) {
        least = d[k];
        place = k;
      }
    *at = place;
  }
}
void runNearest(const float *d, int *at) { nearest<<<64, 256>>>(d, at, 8192); }

// One thread of the whole grid, and a size that nobody knows: clang makes one
// branch of both conditions. How often is not said then.
__global__ void total(const double *v, int n, double *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    // CHECK: [[#@LINE+1]]:5: warning: 1 of the 256 threads of a block runs this loop, and the others wait: at least {{[0-9]+}}% of the time of 'total' on rtx-3080
    for (int k = 0; k < n; ++k)
      *sum += v[k];
}
void sumUp(const double *v, int n, double *sum) {
  total<<<100, 256>>>(v, n, sum);
}
