// RUN: %tidy -checks=-*,gpuperf-register-spill --config="{CheckOptions: {GpuperfGpu: rtx-3090}}" %s -- %device 2>&1 | FileCheck %s

// A function that the host runs too cannot keep its array in shared memory; one
// that is inlined twice has it once.
__host__ __device__ inline int longest(const int *x, int n) {
  int ends[16];
  for (int k = 0; k < 16; ++k)
    ends[k] = 0;
  for (int j = 0; j < n; ++j) {
    ends[x[j] & 15] = ends[(x[j] >> 4) & 15] + 1;
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 'ends' (64 B per thread) is in local memory instead of registers, as it is indexed by a value that only the running kernel knows; {{.*}} of the time of 'pack'
    // CHECK-NOT: array[index]
    // CHECK: note: registers have no index: keep it in shared memory that the kernel declares and passes on, one column per thread: the host may run this function too
    // CHECK-NOT: registers have no index
  }
  return ends[x[0] & 15];
}
__global__ void pack(int *y, const int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = longest(x + 64 * i, 4096) + longest(x + 128 * i, 4096);
}
void run(int *y, const int *x) { pack<<<1024, 256>>>(y, x); }
int onHost(const int *x) { return longest(x, 64); }
