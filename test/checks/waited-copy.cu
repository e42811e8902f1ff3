// RUN: %tidy -checks=-*,gpuperf-waited-copy --config="{CheckOptions: {GpuperfGpu: a100-sxm4-80gb}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-waited-copy --config="{CheckOptions: {GpuperfGpu: a100-sxm4-80gb}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host
// RUN: %tidy -checks=-*,gpuperf-waited-copy --config="{CheckOptions: {GpuperfGpu: t4}}" %s -- %device 2>&1 | FileCheck --check-prefix=TURING --allow-empty %s
// TURING-NOT: gpuperf-waited-copy

// Few warps on an SM: while a tile is on its way, nothing is computed.
__global__ void tiled(const float4 *__restrict__ A, const float4 *__restrict__ B, float *C, int n) {
  __shared__ float4 As[1024], Bs[1024];
  float c[8] = {};
  for (int m = 0; m < n; ++m) {
    for (int p = 0; p < 8; ++p) {
      As[p * 128 + threadIdx.x] = A[(m * 64 + blockIdx.x) * 1024 + p * 128 + threadIdx.x];
      Bs[p * 128 + threadIdx.x] = B[(m * 64 + blockIdx.x) * 1024 + p * 128 + threadIdx.x];
    }
    __syncthreads();
    for (int k = 0; k < 64; ++k)
      for (int r = 0; r < 8; ++r)
        c[r] += As[k * 8 + r].x * Bs[(k * 16 + threadIdx.x / 8) % 1024].y;
    __syncthreads();
  }
  for (int r = 0; r < 8; ++r)
    C[(blockIdx.x * 8 + r) * 128 + threadIdx.x] = c[r];
}
// CHECK: [[#@LINE-12]]:{{[0-9]+}}: warning: each of 256 iterations of this loop copies 'A' and 'B' to 'As' and 'Bs' through registers and waits for it before it computes: {{[0-9]+}}% of the time of 'tiled' on a100-sxm4-80gb [gpuperf-waited-copy]
// CHECK: note: copy with cp.async (cuda::memcpy_async, __pipeline_memcpy_async) the next iteration's part while this one computes, into a second buffer (32 KiB more of shared memory per block)
// CHECK: note: predicted {{.*}} in this launch

// What is computed with on the way cannot be copied.
__global__ void scaled(const float *__restrict__ A, float *C, int n, float s) {
  __shared__ float As[1024];
  float c = 0;
  for (int m = 0; m < n; ++m) {
    for (int p = 0; p < 8; ++p)
      As[p * 128 + threadIdx.x] = s * A[(m * 64 + blockIdx.x) * 1024 + p * 128 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k)
      c += As[(k * 16 + threadIdx.x) % 1024];
    __syncthreads();
  }
  C[blockIdx.x * 128 + threadIdx.x] = c;
}
// CHECK-NOT: 'scaled'

// The array changes from one iteration to the next.
__global__ void changed(float *A, int n) {
  __shared__ float As[1024];
  for (int m = 0; m < n; ++m) {
    for (int p = 0; p < 8; ++p)
      As[p * 128 + threadIdx.x] = A[blockIdx.x * 1024 + p * 128 + threadIdx.x];
    __syncthreads();
    float c = 0;
    for (int k = 0; k < 64; ++k)
      c += As[(k * 16 + threadIdx.x) % 1024];
    A[blockIdx.x * 1024 + threadIdx.x] = c;
    __syncthreads();
  }
}
// CHECK-NOT: 'changed'

// Loaded ahead into a register already.
__global__ void prefetched(const float *__restrict__ A, float *C, int n) {
  __shared__ float As[128];
  float c = 0, next = A[blockIdx.x * 128 + threadIdx.x];
  for (int m = 1; m <= n; ++m) {
    As[threadIdx.x] = next;
    __syncthreads();
    next = A[(m * 64 + blockIdx.x) * 128 + threadIdx.x];
    for (int k = 0; k < 64; ++k)
      c += As[(k * 2 + threadIdx.x) % 128];
    __syncthreads();
  }
  C[blockIdx.x * 128 + threadIdx.x] = c;
}
// CHECK-NOT: 'prefetched'

void run(const float4 *A, const float4 *B, float *X, float *C) {
  tiled<<<64, 128>>>(A, B, C, 256);
  scaled<<<64, 128>>>((const float *)A, C, 256, 2.0f);
  changed<<<64, 128>>>(X, 256);
  prefetched<<<64, 128>>>((const float *)A, C, 256);
}
