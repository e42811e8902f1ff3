// RUN: %tidy -checks=-*,gpuperf-repeated-threads --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
//
// A dimension of the launch that the kernel knows nothing of.
__global__ void linear(const float *in, const float *weights, float *out,
                       int features, int classes) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= classes)
    return;
  float s = 0;
  for (int f = 0; f < features; ++f)
    s += in[f] * weights[f * classes + c];
  out[c] = s;
}

__global__ void both(float *a, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    a[y * w + x] *= 2;
}

// How many there are is what it counts.
__global__ void count(int *n, const float *a) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (a[x] > 0)
    atomicAdd(n, 1);
}

// Of its threads it asks for those of a block, as if that was the grid.
__global__ void add(const float *a, const float *b, float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = a[i] + b[i];
}

// The same, as each iteration needs the one before.
__global__ void decay(float *a, int n) {
  float last = 0;
  for (int i = 0; i < n; ++i)
    last = a[i * 64 + threadIdx.x] = 0.5f * last + a[i * 64 + threadIdx.x];
}

// Each block has a part of its own.
__global__ void addParts(const float *a, const float *b, float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[blockIdx.x * n + i] = a[blockIdx.x * n + i] + b[i];
}
__global__ void addStrided(const float *a, const float *b, float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    out[i] = a[i] + b[i];
}

void runBlocks(const float *a, const float *b, float *out, int n) {
  // CHECK: [[#@LINE+4]]:3: warning: 'add' does not ask for the blocks along x of its grid, only for the threads of one: 1024 blocks each do the same, for 99% of its time on rtx-3080 [gpuperf-repeated-threads]
  // CHECK: [[#]]:3: note: let the blocks share this loop: from blockIdx.x * blockDim.x + threadIdx.x, in steps of gridDim.x * blockDim.x
  // CHECK-NEXT: for (int i = threadIdx.x; i < n; i += blockDim.x)
  // CHECK: note: predicted {{.*}} ms -> {{.*}} us if they share it, {{.*}} with one block
  add<<<1024, 1024>>>(a, b, out, 1 << 20);
  // CHECK: [[#@LINE+2]]:3: warning: 'add' does not ask for the blocks along x of its grid, only for the threads of one: they all do the same, for at least {{[0-9]+}}% of its time on rtx-3080 with 262144 threads or more
  // CHECK: note: sizes are not known here
  add<<<(n + 255) / 256, 256>>>(a, b, out, n);
  // CHECK: [[#@LINE+2]]:3: warning: 'decay' does not ask for the blocks along x
  // CHECK: note: divide the work among the blocks in the kernel, or launch one block along x
  decay<<<4096, 64>>>(out, 4096);
  add<<<1, 1024>>>(a, b, out, 1 << 20);
  addParts<<<1024, 1024>>>(a, b, out, 4096);
  addStrided<<<1024, 1024>>>(a, b, out, 1 << 20);
}

// What is let through is one block.
void runSmall(const float *a, const float *b, float *out, int n) {
  if (n > 256)
    return;
  add<<<(n + 255) / 256, 256>>>(a, b, out, n);
}

void run(const float *in, const float *weights, float *out, int *n, int f,
         int c) {
  // CHECK: [[#@LINE+4]]:3: warning: 'linear' does not ask for the y of its threads, and the block has 16 threads along it: 16 threads each do the same, for {{[0-9]+}}% of its time on rtx-3080 [gpuperf-repeated-threads]
  // CHECK: note: leave y out of the launch, or divide the work along it in the kernel
  // CHECK: note: that leaves 16 threads of a block: give it more along a dimension that the kernel asks for, and the grid fewer blocks
  // CHECK: note: predicted {{.*}} -> {{.*}} as <<<4096, 16>>>
  linear<<<4096, dim3(16, 16)>>>(in, weights, out, 1024, 65536);
  // CHECK: [[#@LINE+2]]:3: warning: 'linear' does not ask for the y of its threads, and the grid has 8 blocks along it: 8 threads each do the same, for at least {{[0-9]+}}% of its time on rtx-3080 with 262144 threads or more
  // CHECK: note: sizes are not known here
  linear<<<dim3((c + 255) / 256, 8), 256>>>(in, weights, out, f, c);

  // Nobody says how many blocks there are along y.
  linear<<<dim3(4096, f), 16>>>(in, weights, out, f, c);
  both<<<dim3(128, 512), dim3(32, 8)>>>(out, 4096, 4096);
  count<<<4096, dim3(64, 4)>>>(n, in);
  linear<<<4096, 256>>>(in, weights, out, 1024, 65536);
  // Over as soon as an empty launch.
  linear<<<1, dim3(32, 2)>>>(in, weights, out, 2, 32);
}
