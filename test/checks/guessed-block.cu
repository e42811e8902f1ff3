// Where the caller says the block, what a line costs is told if it is so with
// the usual blocks.
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access,gpuperf-redundant-access,gpuperf-bank-conflict,gpuperf-atomic-contention --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

__global__ void rows(const float *a, float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float s = 0;
  for (int k = 0; k < m; ++k)
    // CHECK: [[#@LINE+3]]:10: warning: up to 32 sectors per request instead of 4 (stride 4 * m bytes between neighbouring threads in 'a'): at least {{[0-9]+}}% of the time of 'rows' on rtx-3080
    // CHECK: note: the block is not known here: the share is the least one with blocks of 256 and 128
    // CHECK: note: {{.*}} not known here: the share is the least one at the sizes that were tried
    s += a[i * m + k];
  out[i] = s;
}
__global__ void columns(const float *a, float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float s = 0;
  for (int k = 0; k < m; ++k)
    s += a[k * n + i];
  out[i] = s;
}
// Rows of 16 waste sectors, rows of 32 do not.
__global__ void copy(const float *a, float *b, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n)
    b[y * n + x] = a[y * n + x];
}
// Another file may change it.
int Threads = 512;
__global__ void strided(const float *a, float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < m; ++k)
    // CHECK: [[#@LINE+1]]:10: warning: up to 32 sectors per request instead of 4 (stride 4 * m bytes between neighbouring threads in 'a'): at least {{[0-9]+}}% of the time of 'strided'
    s += a[i * m + k];
  out[i] = s;
}
// Only x is asked for: no guess has rows, whose first threads would all be 0.
__global__ void sum(const float *a, float *total, int n) {
  __shared__ float s[1024];
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    own += a[i];
  s[threadIdx.x] = own;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k)
      s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(total, s[0]);
}
struct Options {
  int Threads;
};
void reduce(const float *a, float *b, int n, dim3 grid, dim3 threads) {
  sum<<<grid, threads>>>(a, b, n);
}
void run(const float *a, float *b, int n, int m, int block, const Options &o) {
  // CHECK: note: the block is not known here: the share is the least one with blocks of 512{{$}}
  // CHECK-NOT: warning:
  strided<<<n / Threads, Threads>>>(a, b, n, m);
  rows<<<(n + o.Threads - 1) / o.Threads, o.Threads>>>(a, b, n, m);
  columns<<<(n + block - 1) / block, block>>>(a, b, n, m);
  copy<<<dim3(n / block, n / block), dim3(block, block)>>>(a, b, n);
}
__global__ void each(const float *a, float *total, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n)
    // CHECK: [[#@LINE+1]]:5: warning: {{(with a block of [0-9x ]+, )?}}8388608 atomics on one address, 32 lanes of a warp at a time: at least {{[0-9]+}}% of the time of 'each'
    atomicAdd(total, a[y * n + x]);
}
void add(const float *a, float *b, dim3 shape) {
  // CHECK: note: the block is not known here: the share is the least one with blocks of 32 x 8 and 16 x 16
  each<<<dim3(128, 512), shape>>>(a, b, 4096);
}

// The block comes from a caller who says its x: a warp lies along y, and nothing
// is strided.
__global__ void rowsAlongY(int *mat, int k, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int j = threadIdx.y + blockIdx.y * blockDim.y;
  if (i < n && j < n)
    mat[i * n + j] = min(mat[i * n + j], mat[i * n + k] + mat[k * n + j]);
}
void drive(int *mat, int n, dim3 block) {
  dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  for (int k = 0; k < n; ++k)
    // CHECK-NOT: {{.*}}of the time of 'rowsAlongY'
    rowsAlongY<<<grid, block>>>(mat, k, n);
}
void callDrive(int *mat, int n, int segment) {
  dim3 block(1, segment);
  drive(mat, n, block);
}
// The same with a block of which nobody says anything.
__global__ void rowsAlongX(int *mat, int k, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int j = threadIdx.y + blockIdx.y * blockDim.y;
  if (i < n && j < n)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}of the time of 'rowsAlongX'
    mat[i * n + j] = min(mat[i * n + j], mat[i * n + k] + mat[k * n + j]);
}
void driveOpen(int *mat, int n, dim3 open) {
  dim3 grid((n + open.x - 1) / open.x, (n + open.y - 1) / open.y);
  for (int k = 0; k < n; ++k)
    rowsAlongX<<<grid, open>>>(mat, k, n);
}
