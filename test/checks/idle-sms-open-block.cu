// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
//
// A grid of one block leaves the other SMs idle, whatever its block is.

__global__ void eliminate(float *a, int n) {
  for (int r = 0; r < n; ++r) {
    a[r * n + threadIdx.x] /= a[r * n + r];
    for (int t = 0; t < n; ++t)
      if (t != r)
        a[t * n + threadIdx.x] -= a[t * n + r] * a[r * n + threadIdx.x];
  }
}

__global__ void sums(float *y, const float *x) {
  float s = 0;
  for (int j = 0; j < 100000; ++j)
    s += x[j * 1024 + threadIdx.x];
  y[threadIdx.x] = s;
}

__global__ void few(float *y) { y[threadIdx.x] = 0; }

void run(float *a, float *y, const float *x, int threads) {
  eliminate<<<1, threads>>>(a, 512);
  // CHECK: [[#@LINE-1]]:3: warning: 1 block of 'eliminate' leaves 67 of 68 SMs of rtx-3080 idle, and each thread runs a long loop [gpuperf-occupancy]
  // CHECK: :6:3: note: nothing proves that its iterations do not need each other
  // CHECK: note: the block is not known here: that holds with blocks of 256 and 128
  eliminate<<<1, threads>>>(a, 512); // told once
  sums<<<1, threads>>>(y, x);
  // CHECK: [[#@LINE-1]]:3: warning: 1 block of 'sums' leaves 67 of 68 SMs of rtx-3080 idle, and each thread runs a long loop: at least {{[0-9]+}}% of its time [gpuperf-occupancy]
  // CHECK: note: its iterations do not need each other but for sums: change the kernel so that {{[0-9]+}} blocks instead of 1 share them, a part for each thread
  // CHECK: note: the block is not known here
  // CHECK-NOT: predicted
  few<<<1, threads>>>(y);
}

// A grid of as many blocks: how few there are is of the guess.
__global__ void tiles(float *y, const float *x, int dim) {
  const int top = blockIdx.x * dim, left = threadIdx.x * dim;
  for (int i = top; i < top + dim; ++i)
    for (int j = left; j < left + dim; ++j)
      y[i * 4096 + j] = x[i * 4096 + j] * 2;
}
void runTiles(float *y, const float *x, int n) {
  int blocks = (n + 49) / 50;
  tiles<<<blocks, blocks>>>(y, x, 50);
}
