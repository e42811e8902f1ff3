// What stands beside a launch decides whether another block for it is an act.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s

#define COUNT 8000000

__global__ void halve(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < COUNT)
    b[i] = 0.5f * a[i];
}

// Written for one block.
__global__ void smooth(const float *a, float *b) {
  __shared__ float tile[33];
  int i = blockIdx.x * 32 + threadIdx.x;
  tile[threadIdx.x] = a[i];
  if (threadIdx.x == 31)
    tile[32] = 0;
  __syncthreads();
  b[i] = 0.5f * (tile[threadIdx.x] + tile[threadIdx.x + 1]);
}

// Once before a loop that bars the block: nothing that the program would feel.
void beforeLoop(float *a, float *b, int steps) {
  dim3 block(32), grid(COUNT / 32);
  halve<<<grid, block>>>(a, b);
  for (int t = 0; t < steps; ++t) {
    smooth<<<grid, block>>>(b, a);
    smooth<<<grid, block>>>(a, b);
  }
}

// As often as the other.
void inLoop(float *a, float *b, int steps) {
  dim3 block(32), grid(COUNT / 32);
  for (int t = 0; t < steps; ++t) {
    // CHECK: [[#@LINE+2]]:5: warning: block size 32 of 'halve': {{[0-9]+}} is predicted
    // CHECK: [[#@LINE+2]]:5: note: no fix is offered: the launch of 'smooth' is made with it, too, and there {{.*}}; give this launch a block of its own
    halve<<<grid, block>>>(a, b);
    smooth<<<grid, block>>>(b, a);
  }
}

// Once, but with a block of its own, which a fix changes.
void alone(float *a, float *b, int steps) {
  // CHECK: [[#@LINE+1]]:3: warning: block size 32 of 'halve': {{[0-9]+}} is predicted
  halve<<<COUNT / 32, 32>>>(a, b);
  for (int t = 0; t < steps; ++t)
    smooth<<<COUNT / 32, 32>>>(b, a);
}
