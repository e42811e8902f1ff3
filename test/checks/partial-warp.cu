// RUN: %tidy -checks=-*,gpuperf-partial-warp --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-partial-warp --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %host 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-partial-warp --config="{CheckOptions: {GpuperfGpu: mi300x}}" %s -- %device 2>&1 | FileCheck --check-prefix=WAVE64 %s

__global__ void fill(float *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
template <typename T> __global__ void typed(T *p) {
  p[(blockIdx.y * blockDim.y + threadIdx.y) * 64 + blockIdx.x * blockDim.x + threadIdx.x] = T();
}
template <int B> __global__ void sumOf(float *p) {
  __shared__ float s[B];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  for (int k = B / 2; k > 0; k /= 2, __syncthreads())
    if (threadIdx.x < k)
      s[threadIdx.x] += s[threadIdx.x + k];
  p[blockIdx.x] = s[0];
}
__global__ void guarded(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = 0;
}
__global__ void counted(int *bins) {
  atomicAdd(&bins[(blockIdx.x * blockDim.x + threadIdx.x) % 10], 1);
}
#define FILL(B) fill<<<16383, B>>>(p)

__global__ void byBlock(float *p, int n) {
  int i = blockIdx.x + blockIdx.y * gridDim.x;
  if (i < n)
    p[i] = p[i] * 2 + 1;
}
__global__ void blockSum(float *p) {
  __shared__ float s[1];
  s[threadIdx.x] = p[blockIdx.x];
  __syncthreads();
  p[blockIdx.x] = s[0];
}
// Written for blocks of 8 threads. Where there are many of them, a warp has
// room for four.
template <int Steps, bool InWarp> __global__ void sumOfEight(float *p) {
  __shared__ float s[8];
  float v = p[blockIdx.x * 8 + threadIdx.x];
  for (int k = 0; k < Steps; ++k)
    v = v * v + 1;
  if (InWarp)
    v += __shfl_down_sync(0xff, v, 4);
  s[threadIdx.x] = v;
  __syncthreads();
  if (threadIdx.x == 0)
    p[blockIdx.x] = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
}
template <int B> void inTemplate(float *p) {
  fill<<<16383, B>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: block size 33 of 'fill' is not a multiple of the warp size 32: 31 of 64 lanes (48%) idle in every block; 32 or 64 fill every warp, with a bounds check in the kernel: 540639 threads do not divide into such blocks [gpuperf-partial-warp]
}

void run(float *p, int n) {
  sumOfEight<1000, false><<<1 << 18, 8>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: block size 8 of 'sumOfEight<1000, false>' is not a multiple of the warp size 32: 24 of 32 lanes (75%) idle in every block; let a block of 32 do the work of 4 blocks, each by 8 of its threads [gpuperf-partial-warp]
  // CHECK: note: this ties the kernel to its block: shared array 's' has 8 fixed elements
  // CHECK-NOT: sumOfEight
  sumOfEight<1000, false><<<256, 8>>>(p);
  sumOfEight<1000, true><<<1 << 18, 8>>>(p);
  inTemplate<33>(p);
  inTemplate<64>(p);
  fill<<<16383, 100>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: block size 100 of 'fill' is not a multiple of the warp size 32: 28 of 128 lanes (22%) idle in every block; 96 or 128 fill every warp, with a bounds check in the kernel: 1638300 threads do not divide into such blocks [gpuperf-partial-warp]
  // WAVE64: [[#@LINE-2]]:3: warning: workgroup size 100 of 'fill' is not a multiple of the wavefront size 64: 28 of 128 lanes (22%) idle in every workgroup; 64 or 128 fill every wavefront
  typed<double><<<dim3(512, 512), dim3(5, 5)>>>((double *)p);
  // CHECK: [[#@LINE-1]]:3: warning: block size 5 x 5 of 'typed<double>' is not a multiple of the warp size 32: 7 of 32 lanes (22%) idle in every block; a block of 32 fills it, with a bounds check in the kernel [gpuperf-partial-warp]
  guarded<<<(1000000 + 99) / 100, 100>>>(p, 1000000);
  // CHECK: [[#@LINE-1]]:3: warning: block size 100 of 'guarded' is not a multiple of the warp size 32: 28 of 128 lanes (22%) idle in every block; 96 or 128 fill every warp, with a grid that is rounded up: 1000000 threads do not divide into such blocks
  FILL(48);
  // CHECK: [[#@LINE-1]]:3: warning: block size 48
  int b = 96;
  b += 3;
  fill<<<n, b>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: block size 99

  // One change mends all that use it.
  const dim3 threads(7, 7);
  typed<float><<<16384, threads>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: block size 7 x 7 of 'typed<float>' is not a multiple of the warp size 32: 15 of 64 lanes (23%) idle in every block; 32 or 64 fill every warp
  // CHECK-NOT: warning:
  // CHECK: [[#@LINE+1]]:3: note: the same block, in 2 launches from here on
  typed<double><<<16384, threads>>>((double *)p);
  typed<float><<<32768, threads>>>(p);

  byBlock<<<dim3(1000, 1000), 1>>>(p, 1000000);
  // CHECK: [[#@LINE-1]]:3: warning: blocks of 1 thread leave 31 of 32 lanes idle in every warp of 'byBlock': {{[0-9]+}}% of its time on h200-sxm [gpuperf-partial-warp]
  // CHECK: note: let a thread do what a block does: 'blockIdx.x * blockDim.x + threadIdx.x' instead of 'blockIdx.x', in blocks of 256, with a guard for the threads behind the last element
  // CHECK: note: predicted {{.*}} with blocks of 256

  // Silent: threads of a block that share memory, and few blocks.
  blockSum<<<1000000, 1>>>(p);
  byBlock<<<16, 1>>>(p, 16);
  // Silent: over as soon as an empty launch, one warp's work, a few idle lanes, and lanes that would wait for
  // the same places.
  fill<<<16, 100>>>(p);
  fill<<<4, 2>>>(p);
  fill<<<16, 250>>>(p);
  counted<<<100, 100>>>((int *)p);
  // Silent: whole warps in any shape, serial steps, what is not known.
  // CHECK-NOT: warning:
  fill<<<16, 256>>>(p);
  fill<<<16, dim3(8, 4)>>>(p);
  fill<<<1, 1>>>(p);
  fill<<<16, n>>>(p);
  sumOf<8><<<16, 8>>>(p); // written for this block
  fill<<<16383, 100>>>(p); // NOLINT(gpuperf-partial-warp)
}

// A grid of an open size: the size from which on it counts is named.
__global__ void softmax(const float *in, float *out, int classes) {
  const int row = blockIdx.x * classes;
  float most = -1e30f, sum = 0;
  for (int c = 0; c < classes; ++c)
    most = fmaxf(most, in[row + c]);
  for (int c = 0; c < classes; ++c)
    sum += __expf(in[row + c] - most);
  for (int c = 0; c < classes; ++c)
    out[row + c] = __expf(in[row + c] - most) / sum;
}
void openGrid(const float *in, float *out, int batch, int few) {
  softmax<<<batch, 1>>>(in, out, 10);
  // CHECK: [[#@LINE-1]]:3: warning: blocks of 1 thread leave 31 of 32 lanes idle in every warp of 'softmax': at least {{[5-9][0-9]}}% of its time on h200-sxm where batch is {{4096|16384}} or more [gpuperf-partial-warp]
  // CHECK: note: let a thread do what a block does
}

// A grid of two open sizes.
__global__ void cells(const int *in, int *out, int w, int h) {
  int i = blockIdx.x, x = i / h, y = i % h;
  if (x > 0 & y > 0 & x < w - 1 & y < h - 1)
    out[i] = in[i - h] + in[i - 1] + in[i + 1] + in[i + h];
}
void openBoard(int *in, int *out, int w, int h) {
  int threads = 1, blocks = w * h;
  cells<<<blocks, threads>>>(in, out, w, h);
  // CHECK: [[#@LINE-1]]:3: warning: blocks of 1 thread leave 31 of 32 lanes idle in every warp of 'cells': at least {{[4-9][0-9]}}% of its time on h200-sxm where w and h are {{64|128|256|512}} or more [gpuperf-partial-warp]
  // CHECK: note: sizes are not known here: the share is the least one at the sizes that were tried
}
