// Where half of the SMs are idle for long, this is said even if the iterations
// depend on each other: then without a share of the time, since nobody knows
// what another algorithm gains.
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

__global__ void recurrence(float *x, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
  for (int k = 0; k < steps; ++k)
    v = v * v + 0.5f / v;
  x[i] = v;
}
int main() {
  float *x;
  cudaMalloc(&x, 1 << 20);
  // CHECK: [[#@LINE+3]]:3: warning: 8 blocks of 'recurrence' leave 60 of 68 SMs of rtx-3080 idle for {{.*}} {{[mu]}}s, and each thread runs a loop 20000 times [gpuperf-occupancy]
  // CHECK: [[#@LINE-8]]:3: note: nothing proves that its iterations do not need each other: divide the work of a thread in another way, so that 68 blocks or more have some
  // CHECK: [[#@LINE+1]]:3: note: predicted {{.*}} with 72 blocks that share the iterations, if they could
  recurrence<<<8, 128>>>(x, 20000);
  // CHECK-NOT: warning:
  // Not worth a word: it takes as long as launching does.
  recurrence<<<8, 128>>>(x, 20);
  // Most SMs have a block.
  recurrence<<<64, 128>>>(x, 20000);
}
