// Blocks of one thread that runs a loop: threads of the block can share it.
// RUN: %tidy -checks=-*,gpuperf-partial-warp --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-partial-warp --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

// A tile of the board for each block.
__global__ void tiles(const int *in, int *out, int n, int tile) {
  int y0 = blockIdx.y * tile, x0 = blockIdx.x * tile;
  for (int y = y0; y < y0 + tile; ++y)
    for (int x = x0; x < x0 + tile; ++x)
      if (y < n && x < n)
        out[y * n + x] = in[y * (n + 2) + x] + in[(y + 2) * (n + 2) + x];
}
// Two loops, of which the second one reads what the first one has stored.
__global__ void mirror(const float *in, float *out, int n) {
  extern __shared__ float row[];
  for (int i = 0; i < n; ++i)
    row[i] = in[blockIdx.x * n + i];
  for (int i = 0; i < n; ++i)
    out[blockIdx.x * n + i] = row[n - 1 - i];
}
__global__ void runningSum(float *x, int n) {
  extern __shared__ float row[];
  for (int i = 1; i < n; ++i)
    row[i] = x[blockIdx.x * n + i] += x[blockIdx.x * n + i - 1];
}
__global__ void counted(const float *in, float *out, int *done, int n) {
  extern __shared__ float row[];
  for (int i = 0; i < n; ++i)
    row[i] = out[blockIdx.x * n + i] = in[blockIdx.x * n + i];
  atomicAdd(done, 1);
}
__global__ void few(const float *in, float *out) {
  extern __shared__ float row[];
  for (int i = 0; i < 8; ++i)
    row[i] = out[blockIdx.x * 8 + i] = in[blockIdx.x * 8 + i];
}

void given(const int *in, int *out, const float *x, float *y) {
  tiles<<<dim3(64, 64), 1>>>(in, out, 4096, 64);
  // CHECK: [[#@LINE-1]]:3: warning: blocks of 1 thread leave 31 of 32 lanes idle in every warp of 'tiles': {{[789][0-9]}}% of its time on rtx-3080 [gpuperf-partial-warp]
  // CHECK: :9:5: note: the iterations of this loop do not need each other: let 32 or more threads of a block share them, each from threadIdx.x on in steps of blockDim.x
  // CHECK-NOT: __syncthreads
  // CHECK: note: predicted {{.*}} with blocks of 32
  mirror<<<4096, 1, 4096>>>(x, y, 1024);
  // CHECK: [[#@LINE-1]]:3: warning: blocks of 1 thread leave 31 of 32 lanes idle in every warp of 'mirror'
  // CHECK: :16:3: note: the iterations of this loop do not need each other: {{.*}}, with __syncthreads() before what another loop has stored is read
  // CHECK: :18:3: note: let the same threads share the iterations of this loop, too
  // CHECK: note: predicted {{.*}} with blocks of 32
}

// Where nobody says how long the loop is, the length from which on it holds.
void open(const int *in, int *out, int n, int tile, const float *x, float *y) {
  dim3 grid((n + tile - 1) / tile, (n + tile - 1) / tile);
  for (int step = 0; step < 100; ++step)
    tiles<<<grid, 1>>>(in, out, n, tile);
  // CHECK: [[#@LINE-1]]:5: warning: blocks of 1 thread leave 31 of 32 lanes idle in every warp of 'tiles': at least {{[5-9][0-9]}}% of its time on rtx-3080 where tile is 32 or more [gpuperf-partial-warp]
  // CHECK: :9:5: note: the iterations of this loop do not need each other
  // CHECK: note: sizes are not known here
  mirror<<<n, 1, 4096>>>(x, y, 1024);
  // CHECK: [[#@LINE-1]]:3: warning: blocks of 1 thread leave 31 of 32 lanes idle in every warp of 'mirror': at least {{[5-9][0-9]}}% of its time on rtx-3080 [gpuperf-partial-warp]
}

void silent(const float *in, float *out, int *done) {
  // Each needs the element before, all threads would count, too few iterations.
  // CHECK-NOT: warning:
  runningSum<<<4096, 1, 4096>>>(out, 1024);
  counted<<<4096, 1, 4096>>>(in, out, done, 1024);
  few<<<4096, 1, 4096>>>(in, out);
  // gpuperf-occupancy tells that 4 blocks leave SMs idle, and to share the loop.
  mirror<<<4, 1, 4096>>>(in, out, 1024);
}
