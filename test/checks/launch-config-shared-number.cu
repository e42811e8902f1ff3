// Where no fix is offered for a reason of the launch itself, the other launches
// that are made with its numbers are named: who changes these changes all.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not="launched with numbers" %s

const int Threads = 32;
const int Blocks = 1 << 17;

// The number of threads is an argument as well.
__global__ void scaled(float *y, const float *x, int threads, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = threads * x[i];
}
__global__ void last(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += x[n - 1 - i];
}
__global__ void sums(float *y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(y, 1.0f);
}
void run(float *y, const float *x) {
  scaled<<<Blocks, Threads>>>(y, x, Threads, 1 << 22);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'scaled'
  // CHECK: note: no fix is offered: the kernel is told the number, too, as 'threads'
  // CHECK: note: 'last', 'sums' are launched with numbers of this launch, too: give it some of its own, or check what the others do with new ones
  last<<<1 << 17, Threads>>>(y, x, 1 << 22);
  sums<<<1, 64>>>(y, Blocks);
}
// Numbers of its own.
void alone(float *y, const float *x) {
  int threads = 32;
  scaled<<<1 << 17, threads>>>(y, x, threads, 1 << 22);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'scaled'
  // CHECK: note: no fix is offered: the kernel is told the number, too, as 'threads'
}
