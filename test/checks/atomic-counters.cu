// RUN: %tidy -checks=-*,gpuperf-atomic-contention --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-atomic-contention --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

// A byte is one of 256.
__global__ void ofBytes(unsigned *bins, const unsigned char *data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[data[i]], 1u);
  // CHECK: [[#@LINE-1]]:5: warning: the atomics of all threads on 256 places that data choose: {{[0-9]+}}% of the time of 'ofBytes' on rtx-3080 [gpuperf-atomic-contention]
  // CHECK: note: a copy of the 256 places in shared memory for each block, cleared first and added to global memory at the end, leaves 256 atomics on global memory per block
  // CHECK: note: predicted {{.*}} in this launch
}

// A copy for each block of 256 threads would save nothing with so many blocks.
__global__ void oneEach(unsigned *bins, const unsigned char *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[data[i]], 1u);
  // CHECK: [[#@LINE-1]]:5: warning: the atomics of all threads on 256 places that data choose: {{[0-9]+}}% of the time of 'oneEach' on rtx-3080
  // CHECK: note: a copy of the 256 places {{.*}} leaves 256 atomics on global memory per block; with 408 blocks instead of 16384, whose threads go through the elements in a loop (i += blockDim.x * gridDim.x), these are few
}

// The same index goes to an array of 64 words.
__global__ void beside(unsigned *all, const unsigned *in, unsigned n, unsigned wide) {
  extern __shared__ unsigned own[];
  if (threadIdx.x < 64)
    own[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned bin = in[i] / wide;
    atomicAdd(&own[bin], 1u);
    atomicAdd(&all[bin], 1u);
    // CHECK: [[#@LINE-1]]:5: warning: the atomics of all threads on 64 places that data choose: {{[0-9]+}}% of the time of 'beside'
  }
}

// Five sums in shared memory: all warps are on each of them.
__global__ void clusters(const float *x, const int *label, float *part, int n) {
  __shared__ float sum[5];
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (threadIdx.x < 5)
    sum[threadIdx.x] = 0;
  __syncthreads();
  if (i < n)
    atomicAdd(&sum[label[i]], x[i]);
  // CHECK: [[#@LINE-1]]:5: warning: 32 warps of a block do their atomics on 5 places of shared memory that data choose, each in a loop of compare and swap: {{[0-9]+}}% of the time of 'clusters'
  // CHECK: note: a copy of the 5 places for each warp, summed at the end, leaves only the lanes of a warp to wait for each other
  __syncthreads();
  if (threadIdx.x < 5)
    part[blockIdx.x * 5 + threadIdx.x] = sum[threadIdx.x];
}

// The share is said from a size on.
__global__ void open(float *total, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(total, x[i]);
  // CHECK: [[#@LINE-1]]:5: warning: the atomics of all threads on one address, 32 lanes of a warp at a time: at least {{[0-9]+}}% of the time of 'open' on rtx-3080 where n is 4096 or more
  // CHECK: note: n is not known here: the share is the least one at the sizes that were tried
}

// Silent from here on.
// CHECK-NOT: warning:

// Nobody says how many there are.
__global__ void ofWords(unsigned *bins, const unsigned *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[data[i]], 1u);
}
// Too many for shared memory.
__global__ void ofHalves(unsigned *bins, const unsigned short *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[data[i]], 1u);
}
// What it returns is a position.
__global__ void places(unsigned *next, const unsigned char *data, unsigned *at, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    at[i] = atomicAdd(&next[data[i]], 1u);
}
// Data decides whether it is done, a hundred times less than it looks like.
__global__ void rarely(unsigned *bins, const unsigned char *data, const int *valid, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && valid[i] > 3)
    atomicAdd(&bins[data[i]], 1u);
}
// A place in a list of the few that are marked.
__global__ void listed(unsigned *next, int *marks, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || marks[i] == 0)
    return;
  marks[i] = atomicAdd(next, 1u);
}
// The assembler reduces the values of a warp before the atomic.
__global__ void counted(const unsigned char *a, int least, unsigned *total, int n) {
  __shared__ unsigned above, sum;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    above = sum = 0;
  __syncthreads();
  atomicAdd(&above, 1);
  atomicAdd(&sum, a[i]);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(total, sum + above);
}

void run(unsigned *u, unsigned char *c, unsigned short *h, float *f, int *i, int n) {
  ofBytes<<<1024, 256>>>(u, c, 1 << 24);
  oneEach<<<16384, 256>>>(u, c, 1 << 22);
  beside<<<136, 1024, 256>>>(u, u, 1 << 24, 1 << 26);
  clusters<<<1024, 1024>>>(f, i, f, 1 << 20);
  open<<<(n + 255) / 256, 256>>>(f, f, n);
  ofWords<<<4096, 256>>>(u, u, 1 << 20);
  ofHalves<<<4096, 256>>>(u, h, 1 << 20);
  places<<<4096, 256>>>(u, c, u, 1 << 20);
  rarely<<<4096, 256>>>(u, c, i, 1 << 20);
  listed<<<4096, 256>>>(u, i, 1 << 20);
  counted<<<4096, 256>>>(c, 4, u, 1 << 20);
}
