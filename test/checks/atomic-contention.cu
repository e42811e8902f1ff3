// RUN: %tidy -checks=-*,gpuperf-atomic-contention --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-atomic-contention --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %host 2>&1 | FileCheck %s

__global__ void sum(float *total, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(total, x[i]);
  // CHECK: [[#@LINE-1]]:5: warning: 1048576 atomics on one address, 32 lanes of a warp at a time: {{[0-9]+}}% of the time of 'sum' on h200-sxm [gpuperf-atomic-contention]
  // CHECK: note: combining the values of a block first (__shfl_down_sync in each warp, then shared memory) leaves 4096 atomics instead of 1048576
  // CHECK: note: predicted {{.*}} in this launch
}

// The assembler joins the lanes of a warp: less is left to gain.
__global__ void maximum(int *most, const int *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicMax(most, x[i]);
  // CHECK: [[#@LINE-1]]:5: warning: 16777216 atomics on one address: {{[0-9]+}}% of the time of 'maximum'
  // CHECK: note: combining the values of a block first (__reduce_add_sync or __shfl_down_sync, then shared memory) leaves 1024 atomics instead of 524288
  // CHECK: note: the lanes of a warp are joined by ptxas already
}

// One place per row of the block, in a helper, by a template.
template <typename T> __device__ void addTo(T *y, int row, T value) {
  atomicAdd(&y[row], value);
}
template <typename T> __global__ void product(T *y, const T *a, const T *x, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  addTo(y, row, a[row * n + col] * x[col]);
  // CHECK: [[#@LINE-1]]:3: warning: 16384 atomics on each of 256 addresses, 32 lanes of a warp at a time: {{[0-9]+}}% of the time of 'product<float>'
  // CHECK: note: a copy of a block's 8 places in shared memory, added to global memory once, leaves {{[0-9]+}} atomics instead of 4194304
}

// Data choose who takes a place in a list. The assembler joins the lanes of a
// warp, so nearly each warp has one atomic.
__global__ void positive(int *list, int *taken, const int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] > 0)
    list[atomicAdd(taken, 1)] = x[i];
  // CHECK: [[#@LINE-1]]:10: warning: the atomics on one address of the threads that data choose, if they are one of 32 or more: {{[0-9]+}}% of the time of 'positive'
  // CHECK: note: the lanes of a warp are joined by ptxas already
  // CHECK: note: what it returns is used: one thread takes room for all of its block
  // CHECK: note: data decide which threads come to it: the share is the least one with one of 32 threads to one of 2
}
__global__ void atLeastTwo(int *list, int *taken, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] >= 2)
    list[atomicAdd(taken, 1)] = i;
  // CHECK: [[#@LINE-1]]:10: warning: the atomics on one address of the threads that data choose, if they are one of 32 or more: {{[0-9]+}}% of the time of 'atLeastTwo'
}
// The source joins them.
__device__ int takeTogether(int *taken) {
  unsigned here = __activemask();
  int lane = threadIdx.x & 31, leader = __ffs(here) - 1, first = 0;
  if (lane == leader)
    first = atomicAdd(taken, __popc(here));
  // CHECK: [[#@LINE+7]]:10: warning: the atomics on one address of the threads that data choose, if they are one of 32 or more: {{[0-9]+}}% of the time of 'together'
  // CHECK: note: one lane does it for its warp already
  return __shfl_sync(here, first, leader) + __popc(here & ((1u << lane) - 1));
}
__global__ void together(int *list, int *taken, const int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] > 0)
    list[takeTogether(taken)] = x[i];
}

__global__ void silenced(float *total, const float *x) {
  atomicAdd(total, x[blockIdx.x * blockDim.x + threadIdx.x]); // NOLINT(gpuperf-atomic-contention)
}

// Silent from here on.
// CHECK-NOT: warning:

// One atomic per block.
__global__ void blockSum(float *total, const float *x) {
  __shared__ float s[256];
  s[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
  for (int k = 128; k > 0; k /= 2) {
    __syncthreads();
    if (threadIdx.x < k)
      s[threadIdx.x] += s[threadIdx.x + k];
  }
  if (threadIdx.x == 0)
    atomicAdd(total, s[0]);
}
// Data decides over the bin, and nothing says how many there are.
__global__ void histogram(unsigned *bins, const unsigned *data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[data[i]], 1);
}
// Data decides whether it is done at all: it may be rare.
__global__ void failures(int *count, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] != x[i])
    atomicAdd(count, 1);
}
__global__ void large(int *count, const int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] > 1000)
    atomicAdd(count, 1);
}
// A mark is one of many: hardly any warp has one.
__global__ void marked(int *list, int *taken, const int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] == 42)
    list[atomicAdd(taken, 1)] = i;
}
// Errors are rare: what is too far from what it should be, what is no finite
// number, what differs.
__global__ void tooFar(int *list, int *taken, const float *x, const float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (fabsf(x[i] - y[i]) > 1e-3f)
    list[atomicAdd(taken, 1)] = i;
}
__global__ void notFinite(int *list, int *taken, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!(x[i] < 3e38f))
    list[atomicAdd(taken, 1)] = i;
}
__global__ void notBelow(int *list, int *taken, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!(x[i] < 2))
    list[atomicAdd(taken, 1)] = i;
}
__global__ void huge(int *list, int *taken, const int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] > 1 << 30)
    list[atomicAdd(taken, 1)] = i;
}
__global__ void different(int *list, int *taken, const int *x, const int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] != y[i])
    list[atomicAdd(taken, 1)] = i;
}
// A list of the first of them.
__global__ void firstOnes(int *list, int *taken, const int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] > 0) {
    int place = atomicAdd(taken, 1);
    if (place < 16)
      list[place] = i;
  }
}
// One datum for all threads of a block.
__global__ void ofBlocks(int *list, int *taken, const int *x) {
  if (x[blockIdx.x] > 0)
    list[atomicAdd(taken, 1)] = threadIdx.x;
}
// Each lane by itself: of a hundredth of them there is one in a block.
__global__ void positiveSum(float *total, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] > 0)
    atomicAdd(total, x[i]);
}
// Each thread has a place of its own.
__global__ void spread(float *y, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&y[i], x[i]);
}
// A lock cannot be combined.
__global__ void locked(int *lock, int *value) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  *value += 1;
  atomicExch(lock, 0);
}
// Beside what the kernel computes it is nothing.
__global__ void heavy(float *total, const float *x, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += __sinf(x[k] + s) * __cosf(s);
  if (threadIdx.x % 32 == 0)
    atomicAdd(total, s);
}

void run(float *p, float *q, int *i, unsigned *u) {
  sum<<<4096, 256>>>(p, q, 1 << 20);
  maximum<<<1024, 256>>>(i, i, 1 << 24);
  product<<<dim3(512, 32), dim3(32, 8)>>>(p, q, q, 16384);
  positive<<<65536, 256>>>(i, i, i);
  atLeastTwo<<<65536, 256>>>(i, i, p);
  together<<<65536, 256>>>(i, i, i);
  silenced<<<4096, 256>>>(p, q);

  blockSum<<<4096, 256>>>(p, q);
  histogram<<<1024, 256>>>(u, u, 1 << 24);
  failures<<<4096, 256>>>(i, q, 1 << 20);
  large<<<65536, 256>>>(i, i);
  marked<<<65536, 256>>>(i, i, i);
  tooFar<<<65536, 256>>>(i, i, p, q);
  notFinite<<<65536, 256>>>(i, i, p);
  notBelow<<<65536, 256>>>(i, i, p);
  huge<<<65536, 256>>>(i, i, i);
  different<<<65536, 256>>>(i, i, i, i);
  firstOnes<<<65536, 256>>>(i, i, i);
  ofBlocks<<<65536, 256>>>(i, i, i);
  positiveSum<<<65536, 256>>>(p, q);
  spread<<<4096, 256>>>(p, q);
  locked<<<1024, 32>>>(i, i);
  heavy<<<256, 256>>>(p, q, 4096);
}
