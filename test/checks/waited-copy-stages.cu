// Copies that were asked for, but not early enough: more stages are the act.
// RUN: %tidy -checks=-*,gpuperf-waited-copy --config="{CheckOptions: {GpuperfGpu: a100-sxm4-80gb}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-waited-copy --config="{CheckOptions: {GpuperfGpu: a100-sxm4-80gb}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host

__device__ inline void copy16(void *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from));
  // CHECK: [[#@LINE-1]]:3: warning: each of 1000 iterations of this loop waits for copies from 'A' to 'Tiles' that were asked for only one iteration before: {{[0-9]+}}% of the time of 'ring<2>' on a100-sxm4-80gb [gpuperf-waited-copy]
  // CHECK: note: ask for each part {{[23]}} iterations ahead, in {{[34]}} stages instead of 2 ({{[48]}} KiB more of shared memory per block)
  // CHECK: note: predicted {{.*}} in this launch{{$}}
  // CHECK-NOT: warning:
}

// A ring of buffers; all but one of them may be on their way.
template <int Stages> __global__ void ring(const float4 *__restrict__ A, float *C, int n) {
  __shared__ float4 Tiles[Stages][256];
  const float4 *From = A + blockIdx.x * 256 * n;
  float c = 0;
  for (int s = 0; s < Stages - 1; ++s) {
    copy16(&Tiles[s][threadIdx.x], From + s * 256 + threadIdx.x);
    asm volatile("cp.async.commit_group;");
  }
  for (int m = 0; m < n; ++m) {
    if (m + Stages - 1 < n)
      copy16(&Tiles[(m + Stages - 1) % Stages][threadIdx.x], From + (m + Stages - 1) * 256 + threadIdx.x);
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group %0;" ::"n"(Stages - 1));
    __syncthreads();
    for (int k = 0; k < 4; ++k)
      c += Tiles[m % Stages][(threadIdx.x + 32 * k) % 256].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = c;
}

void run(const float4 *A, float *C) {
  ring<2><<<108, 256>>>(A, C, 1000);
  ring<6><<<108, 256>>>(A, C, 1000);
}
