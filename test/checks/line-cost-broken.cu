// Broken code: the good kernel keeps its findings, the broken one gets none.
// RUN: not %tidy -checks=-*,gpuperf-uncoalesced-access,gpuperf-bank-conflict,gpuperf-atomic-contention --config="{CheckOptions: {GpuperfGpu: t4}}" %s -- %device 2>&1 | FileCheck %s

__global__ void good(float *p, const float *q) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = q[i * 64];
}
__global__ void bad(float *p, const float *q) {
  __shared__ float s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x * 4 % 1024] = q[i * 64];
  atomicAdd(p, s[threadIdx.x] + notDeclared);
}
void run(float *p, float *q) {
  good<<<4096, 256>>>(p, q);
  bad<<<4096, 256>>>(p, q);
  missing<<<4096, 256>>>(p, q);
}
// CHECK: :6:10: warning: 32 sectors per request
// CHECK: error: use of undeclared identifier 'notDeclared'
// CHECK-NOT: warning:
