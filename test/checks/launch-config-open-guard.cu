// The grid is open, and so is the size that the kernel compares its threads
// with: they grow together. With one of them fixed, all blocks but the first
// would be idle, and their threads would be what the launch costs.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: warning:

__global__ void count(const int *of, int *number, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n)
    atomicAdd(&number[of[i]], 1);
}
void run(const int *of, int *number, int n, int blocks) {
  count<<<blocks, 1024>>>(of, number, n);
}
