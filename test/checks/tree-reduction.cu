// RUN: %tidy -checks=-*,gpuperf-tree-reduction --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

__global__ void sum(const float *in, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
  // CHECK: [[#@LINE-7]]:3: warning: every block runs through a tree of 8 steps for one element of each thread: {{[0-9]+}}% of the time of 'sum' on rtx-3080 [gpuperf-tree-reduction]
  // CHECK: note: if the result of all blocks is what is wanted: let each thread reduce 161 elements first, in a loop with i += gridDim.x * blockDim.x, and launch 408 blocks, as many as run at one time; the tree is then run through 408 times instead of 65536
  // CHECK: note: predicted {{[0-9.]+}} us -> {{[0-9.]+}} us in this launch
}

// Each thread has added up its elements before.
__global__ void sumOfMany(const float *in, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x)
    v += in[i];
  s[t] = v;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(out, s[0]);
}

// Every row has a sum of its own.
__global__ void sumOfRows(const float *in, float *out, int columns) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = t < columns ? in[blockIdx.x * columns + t] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

// A scan, of which every thread stores an element, is no reduction.
__global__ void scan(const float *in, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  s[t] = i < n ? in[i] : 0;
  for (int k = 1; k < blockDim.x; k *= 2) {
    __syncthreads();
    float v = t >= k ? s[t - k] : 0;
    __syncthreads();
    s[t] += v;
  }
  // CHECK: [[#@LINE-6]]:3: warning: each of the 8 steps of this scan in shared memory waits at two barriers: {{[0-9]+}}% of the time of 'scan' on rtx-3080 [gpuperf-tree-reduction]
  if (i < n)
    out[i] = s[t];
}

void run(const float *in, float *out) {
  sum<<<65536, 256>>>(in, out, 1 << 24);
  sum<<<64, 256>>>(in, out, 1 << 14);
  sumOfMany<<<408, 256>>>(in, out, 1 << 24);
  sumOfRows<<<65536, 256>>>(in, out, 200);
  scan<<<65536, 256>>>(in, out, 1 << 24);
}

// An element is a place of each array; what hangs on n is not told as a number.
__global__ void product(const float *a, const float *b, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  s[t] = i < n ? a[i] * b[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
void runProduct(const float *a, const float *b, float *out, int n) {
  product<<<(n + 255) / 256, 256>>>(a, b, out, n);
  // CHECK: [[#@LINE-10]]:3: warning: every block runs through a tree of 8 steps for one element of each thread: at least {{[0-9]+}}% of the time of 'product' on rtx-3080
  // CHECK: note: {{.*}}: let each thread reduce several elements first, {{.*}} launch 408 blocks, as many as run at one time; the tree is then run through 408 times, however many elements there are
}

// Half of the blocks are past the end of the array: what they load is not
// there, and the elements are those of the others.
__global__ void half(const float *in, float *out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x, i = blockIdx.x * (2 * blockDim.x) + threadIdx.x;
  s[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
  // CHECK: [[#@LINE-7]]:3: warning: every block runs through a tree of 7 steps for 2 elements of each thread
  // CHECK: note: {{.*}}let each thread reduce 161 elements first, {{.*}} launch 816 blocks, {{.*}} instead of 131072
  // CHECK: note: 50% of the threads load nothing: the grid is larger than the array
}

void runHalf(const float *in, float *out) {
  half<<<131072, 128>>>(in, out, 1 << 24);
}

// A thread loads two elements or, at the end of the array, one: not three.
__global__ void ends(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * (2 * blockDim.x) + threadIdx.x;
  if (i + blockDim.x < n)
    s[t] = in[i] + in[i + blockDim.x];
  else if (i < n)
    s[t] = in[i];
  else
    s[t] = 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
  // CHECK: [[#@LINE-7]]:3: warning: every block runs through a tree of 8 steps for 2 elements of each thread: {{[0-9]+}}% of the time of 'ends'
  // CHECK-NOT: load nothing
}
void runEnds(const int *in, int *out) {
  ends<<<32768, 256>>>(in, out, 1 << 24);
}

// With the number of blocks as the number of elements, all blocks but some have
// nothing: as many blocks as run at one time would be still too many.
__global__ void partial(const float *in, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
  // CHECK-NOT: of the time of 'partial'
}
void runPartial(const float *in, float *out, int blocks) {
  partial<<<blocks, 256>>>(in, out, blocks);
}
void runPartialKnown(const float *in, float *out) {
  partial<<<65536, 256>>>(in, out, 65536);
}
