// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: rtx-3090}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: rtx-3090}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host
// An SM of another GPU has the room.
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %device 2>&1 | FileCheck --allow-empty --check-prefix=H100 %s
// H100-NOT: 'table<6400>'

template <int N> __global__ void table(float *y, const float *x, int n) {
  __shared__ float t[N];
  for (int j = threadIdx.x; j < N; j += blockDim.x)
    t[j] = x[j];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  for (int j = 0; j < n; ++j)
    s = sqrtf(s * t[(threadIdx.x + j) % N] + 1.0f);
  y[i] = s;
}
__global__ void dynamicTable(float *y, const float *x, int n) {
  extern __shared__ float t[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  t[threadIdx.x] = x[i];
  __syncthreads();
  float s = y[i];
  for (int j = 0; j < n; ++j)
    s = sqrtf(s * t[threadIdx.x ^ 1] + 1.0f);
  y[i] = s;
}
__global__ void chain(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  for (int j = 0; j < n; ++j)
    s = 1.0f / (s + 1.0f);
  y[i] = s;
}
__global__ void rows(float *y, int n) {
  float s = y[blockIdx.x * 32 + threadIdx.x];
  for (int j = 0; j < n; ++j)
    s = 1.0f / (s + 1.0f);
  y[blockIdx.x * 32 + threadIdx.x] = s;
}
__global__ void add(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += x[i];
}
#define CHAIN(B) chain<<<65536, B>>>(y, 1000)

void run(float *x, float *y, int n) {
  table<6400><<<4096, 64>>>(y, x, 1000);
  // CHECK: [[#@LINE-1]]:3: warning: 'table<6400>' keeps 6 of 48 warps on an SM of rtx-3090, limited by 25 KiB of shared memory per block; 24 KiB would let 4 blocks run instead of 3: {{[0-9]+}}% of its time [gpuperf-occupancy]
  // CHECK: note: make the shared arrays smaller
  // CHECK: note: predicted {{.*}} with 8 warps
  dynamicTable<<<dim3(64, 64), dim3(8, 8), 25600>>>(y, x, 1000);
  // CHECK: [[#@LINE-1]]:3: warning: 'dynamicTable' keeps 6 of 48 warps {{.*}} 24 KiB would let 4 blocks
  CHAIN(32);
  // CHECK: [[#@LINE-1]]:3: warning: 'chain' keeps 16 of 48 warps on an SM of rtx-3090, limited by at most 16 blocks per SM; blocks of 128 threads instead of 32 would allow 48: {{[0-9]+}}% of its time
  // CHECK: note: the kernel computes the same with a larger block

  // CHECK-NOT: warning:
  // Well below the step, or far above it.
  table<6000><<<4096, 64>>>(y, x, 1000);
  table<8000><<<4096, 64>>>(y, x, 1000);
  // All fit at once.
  table<6400><<<128, 64>>>(y, x, 1000);
  // Enough warps as it is.
  chain<<<4096, 512>>>(y, 1000);
  add<<<65536, 256>>>(y, x, 65536 * 256);
  // A block is an item, and what it does is not to be cut otherwise.
  rows<<<65536, 32>>>(y, 1000);
  // Each line is as long as only the launch knows.
  chain<<<n / 32, 32>>>(y, 1000);
  // The block is not known.
  table<6400><<<4096, n>>>(y, x, 1000);
  chain<<<65536, 32>>>(y, 1000); // NOLINT(gpuperf-occupancy)
}
