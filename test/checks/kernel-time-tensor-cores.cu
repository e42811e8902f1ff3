// Products of floats that tensor cores could do: said where it is asked for.
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: a100-sxm4-40gb, gpuperf-kernel-time.TensorCores: true}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: a100-sxm4-40gb, gpuperf-kernel-time.TensorCores: true}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: a100-sxm4-40gb}}" %s -- %device 2>&1 | FileCheck --check-prefix=OFF %s
// OFF-NOT: tensor cores
// A V100 has no TF32, a GTX 1080 Ti has no tensor cores.
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: v100-sxm2-16gb, gpuperf-kernel-time.TensorCores: true}}" %s -- %device 2>&1 | FileCheck --check-prefix=HALF %s
// HALF: tensor cores do, too: with factors in FP16 at least {{.*}}; a factor in FP16 is off by up to 1 part in 2048, and FP16 ends at 65504
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: gtx-1080-ti, gpuperf-kernel-time.TensorCores: true}}" %s -- %device 2>&1 | FileCheck --check-prefix=NONE %s
// NONE-NOT: tensor cores

__global__ void product(const float *A, const float *B, float *C, int n) {
  __shared__ float As[16][16], Bs[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int Row = blockIdx.y * 16 + y, Column = blockIdx.x * 16 + x;
  float Sum = 0;
  for (int k = 0; k < n; k += 16) {
    As[y][x] = A[Row * n + k + x];
    Bs[y][x] = B[(k + y) * n + Column];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      Sum += As[y][i] * Bs[i][x];
    __syncthreads();
  }
  C[Row * n + Column] = Sum;
}

// The taps of a filter are the same for all threads.
__global__ void filter(const float *In, const float *Taps, float *Out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float Sum = 0;
  for (int k = 0; k < n; ++k)
    Sum += In[i + k] * Taps[k];
  Out[i] = Sum;
}

// No two threads have a row in common.
__global__ void rows(const float *A, const float *B, float *Out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float Sum = 0;
  for (int k = 0; k < n; ++k)
    Sum += A[i * n + k] * B[i * n + k];
  Out[i] = Sum;
}

void run(const float *A, const float *B, float *C) {
  // CHECK: warning: 'product' is predicted
  // CHECK: note: its 8.59 billion multiply-adds of floats (line 24) are a product of matrices, which tensor cores do, too: with factors in TF32 at least 110 us (bound by tensor), in FP16 or BF16 at least {{55.*}} us (bound by tensor). Sums stay in FP32; a factor in TF32 or FP16 is off by up to 1 part in 2048, in BF16 by 1 in 256, and FP16 ends at 65504
  product<<<dim3(128, 128), dim3(16, 16)>>>(A, B, C, 2048);
  // CHECK-NOT: tensor cores
  filter<<<4096, 256>>>(A, B, C, 1024);
  rows<<<4096, 256>>>(A, B, C, 1024);
}
