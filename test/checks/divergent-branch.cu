// RUN: %tidy -checks=-*,gpuperf-divergent-branch --config="{CheckOptions: {GpuperfGpu: rtx-3090}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-divergent-branch --config="{CheckOptions: {GpuperfGpu: rtx-3090}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host

__device__ float left(float s, int n) {
  for (int j = 0; j < n; ++j)
    s = s * 0.5f + sqrtf(s + 1.0f);
  return s;
}
__device__ float right(float s, int n) {
  for (int j = 0; j < n; ++j)
    s = expf(s * 0.25f) - s;
  return s;
}

__global__ void oddEven(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  if (threadIdx.x % 2 == 0)
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: the two sides of this branch take {{[0-9]+}} and {{[0-9]+}} instructions, and every warp runs both: {{[0-9]+}}% of the time of 'oddEven' on rtx-3090 [gpuperf-divergent-branch]
    // CHECK: note: let the 32 threads of a warp go one way
    // CHECK: note: predicted {{.*}} in this launch, the worst of 2
    s = left(s, n);
  else
    s = right(s, n);
  y[i] = s;
}
// Interleaved addressing: every warp works with ever fewer of its lanes.
__global__ void interleaved(float *y, const float *x) {
  __shared__ float t[256];
  int tid = threadIdx.x;
  t[tid] = x[blockIdx.x * 256 + tid];
  __syncthreads();
  for (int s = 1; s < 256; s *= 2) {
    if (tid % (2 * s) == 0) {
      // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: this branch takes {{[0-9]+}} instructions, and {{[0-9]+% of the warps run|every warp runs}} them with some lanes idle (on average 5 of 32 active): {{[0-9]+}}% of the time of 'interleaved'
      float v = t[tid] + t[tid + s];
      for (int k = 0; k < 20; ++k)
        v = sqrtf(v + 1.0f) * v;
      t[tid] = v;
    }
    __syncthreads();
  }
  if (tid == 0)
    y[blockIdx.x] = t[0];
}
// The compiler puts so short a side under a predicate: what all warps ask shared
// memory for is left.
__global__ void treeStep(float *y, const float *x) {
  __shared__ float t[256];
  int tid = threadIdx.x;
  t[tid] = x[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0)
      // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: this branch takes {{[0-9]+}} instructions, and {{[0-9]+% of the warps run|every warp runs}} them with some lanes idle {{.*}}: {{[0-9]+}}% of the time of 'treeStep'
      // CHECK: note: let the threads t below the distance add, and halve the distance in each step
      t[tid] += t[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    y[blockIdx.x] = t[0];
}
template <int Width> __global__ void stripes(float *y, int n) {
  int tx = threadIdx.x, ty = threadIdx.y;
  int i = (blockIdx.y * blockDim.y + ty) * Width + blockIdx.x * blockDim.x + tx;
  float s = y[i];
  if (ty & 1)
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: this branch takes {{[0-9]+}} instructions, and every warp runs them with some lanes idle (on average 16 of 32 active): {{[0-9]+}}% of the time of 'stripes<1024>'
    s = left(s, n);
  y[i] = s;
}

// Silent from here.
// CHECK-NOT: warning:
__global__ void byWarp(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  if (threadIdx.x / 32 % 2 == 0)
    s = left(s, n);
  else
    s = right(s, n);
  y[i] = s;
}
__global__ void byBlock(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  if (blockIdx.x % 2 == 0)
    s = left(s, n);
  else
    s = right(s, n);
  y[i] = s;
}
__global__ void guarded(float *y, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size)
    y[i] = left(y[i], n);
}
__global__ void byData(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  if (s > 0)
    s = left(s, n);
  else
    s = right(s, n);
  y[i] = s;
}
// The work of one lane has to be done by some warp.
__global__ void leader(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  if (threadIdx.x == 0)
    s = left(s, n);
  if (threadIdx.x % 32 == 0)
    s = right(s, n);
  y[i] = s;
}
// The usual reduction: the last steps of one warp cannot be fuller.
__global__ void sequential(float *y, const float *x) {
  __shared__ float t[256];
  int tid = threadIdx.x;
  t[tid] = x[blockIdx.x * 256 + tid];
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (tid < s) {
      float v = t[tid] + t[tid + s];
      for (int k = 0; k < 20; ++k)
        v = sqrtf(v + 1.0f) * v;
      t[tid] = v;
    }
    __syncthreads();
  }
  if (tid == 0)
    y[blockIdx.x] = t[0];
}
__global__ void usualTree(float *y, const float *x) {
  __shared__ float t[256];
  int tid = threadIdx.x;
  t[tid] = x[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s)
      t[tid] += t[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    y[blockIdx.x] = t[0];
}
// Few instructions are executed under a predicate, memory takes the time.
__global__ void halo(float *y, const float *x, int n) {
  __shared__ float t[16 + 4][16 + 4];
  int tx = threadIdx.x, ty = threadIdx.y;
  int gx = blockIdx.x * 16 + tx, gy = blockIdx.y * 16 + ty;
  t[ty + 2][tx + 2] = x[(gy + 2) * n + gx + 2];
  if (tx < 2) {
    t[ty + 2][tx] = x[(gy + 2) * n + gx];
    t[ty + 2][tx + 18] = x[(gy + 2) * n + gx + 18];
  }
  if (ty < 2) {
    t[ty][tx + 2] = x[gy * n + gx + 2];
    t[ty + 18][tx + 2] = x[(gy + 18) * n + gx + 2];
  }
  __syncthreads();
  float s = 0;
  for (int k = 0; k < 5; ++k)
    s += t[ty + k][tx + 2] + t[ty + 2][tx + k];
  y[gy * n + gx] = s;
}
__global__ void quiet(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  if (threadIdx.x % 2 == 0) // NOLINT(gpuperf-divergent-branch)
    s = left(s, n);
  else
    s = right(s, n);
  y[i] = s;
}

void run(float *x, float *y) {
  oddEven<<<1024, 256>>>(y, 100);
  oddEven<<<8192, 256>>>(y, 100);
  interleaved<<<4096, 256>>>(y, x);
  treeStep<<<16384, 256>>>(y, x);
  stripes<1024><<<dim3(64, 64), dim3(16, 16)>>>(y, 100);
  byWarp<<<1024, 256>>>(y, 100);
  byBlock<<<1024, 256>>>(y, 100);
  guarded<<<1024, 256>>>(y, 100, 1024 * 256 - 100);
  byData<<<1024, 256>>>(y, 100);
  leader<<<1024, 256>>>(y, 100);
  sequential<<<4096, 256>>>(y, x);
  usualTree<<<16384, 256>>>(y, x);
  halo<<<dim3(64, 64), dim3(16, 16)>>>(y, x, 1028);
  quiet<<<1024, 256>>>(y, 100);
}
