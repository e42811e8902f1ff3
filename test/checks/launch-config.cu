// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %host 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: h200-sxm, GpuperfMinGainPercent: 90}}" %s -- %device 2>&1 | FileCheck --allow-empty --check-prefix=STRICT %s
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: h200-sxm, GpuperfMinGainPercent: many}}" %s -- %device 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: 't4;h200-sxm'}}" %s -- %device 2>&1 | FileCheck --check-prefix=TWO %s
// STRICT-NOT: warning:
// BAD: warning: GpuperfMinGainPercent: 'many' is not a number from 0 to 99

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
__global__ void image(float *out, const float *in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    out[y * w + x] = 2 * in[y * w + x];
}
template <typename T> __global__ void typed(T *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += T(1);
}
__global__ void tiled(float *out, const float *in, int n) {
  __shared__ float tile[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n)
    out[i] = tile[31 - threadIdx.x];
}
__global__ void perBlock(float *sums, const float *in) {
  if (threadIdx.x == 0)
    sums[blockIdx.x] = in[blockIdx.x * blockDim.x];
}
// A block for each row, whatever its y: only x is for the launch to choose.
__global__ void rowPerBlock(float *out, const float *in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x < w && y < h)
    out[y * w + x] = 2 * in[y * w + x];
}
// Where more blocks are missing, larger ones are not named as well.
__global__ void addStrided(float *y, const float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    y[i] += x[i];
}

void known(float *x, float *y) {
  const int n = 1 << 24;
  saxpy<<<(n + 31) / 32, 32>>>(n, 2, x, y);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'saxpy': [[BEST:[0-9]+]] is predicted {{[0-9.]+}}x faster on h200-sxm ({{.*}} us -> {{.*}} us); blocks to dispatch 524288 -> {{[0-9]+}} [gpuperf-launch-config]
  // CHECK: note: [[BEST]]: {{.*}} us ({{.*}}), occupancy {{.*}}%, NSMW {{.*}}, DPSID {{.*}}, {{.*}} waves, bound by dram
  // CHECK-NOT: no fix is offered
  // TWO: [[#@LINE-4]]:3: warning: block size 32 of 'saxpy': {{.*}} is predicted
  // TWO: note: on t4: {{.*}} us -> {{.*}} us, 1.{{[0-9]+}}x of its own best block
  // TWO: note: on h200-sxm: {{.*}} us -> {{.*}} us, 1.{{[0-9]+}}x of its own best block

  image<<<dim3((4096 + 3) / 4, (4096 + 63) / 64), dim3(4, 64)>>>(x, y, 4096,
                                                                 4096);
  // CHECK: [[#@LINE-2]]:3: warning: block size 4 x 64 of 'image':

  dim3 rows(32, 1);
  rowPerBlock<<<dim3((8192 + 31) / rows.x, 8192), rows>>>(x, y, 8192, 8192);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'rowPerBlock': {{[0-9]+}}{{( x 1)?}} is predicted

  // Enough is enough: nothing is better by more than the band.
  // CHECK-NOT: warning: block size 256
  saxpy<<<(n + 255) / 256, 256>>>(n, 2, x, y);
  image<<<dim3(4096 / 32, 4096 / 8), dim3(32, 8)>>>(x, y, 4096, 4096);
  // CHECK-NOT: 'addStrided'
  addStrided<<<30, 256>>>(y, x, 1 << 24);
  // Written for their block.
  // CHECK-NOT: 'tiled'
  // CHECK-NOT: 'perBlock'
  tiled<<<n / 32, 32>>>(x, y, n);
  perBlock<<<n / 32, 32>>>(x, y);
}

void open(int n, float *x, float *y, int threads) {
  const int block = 32;
  saxpy<<<(n + block - 1) / block, block>>>(n, 2, x, y);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'saxpy': {{[0-9]+}} is predicted {{.*}}x faster on h200-sxm
  // CHECK: note: n = {{[0-9]+}}: {{.*}} us -> {{.*}} us
  // gpuperf: assume n=1<<22
  saxpy<<<(n + block - 1) / block, block>>>(n, 2, x, y);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'saxpy': {{[0-9]+}} is predicted {{.*}}x faster on h200-sxm ({{.*}} us -> {{.*}} us)
  // A block that is not known here.
  // CHECK-NOT: warning:
  saxpy<<<(n + threads - 1) / threads, threads>>>(n, 2, x, y);
  saxpy<<<(n + block - 1) / block, block>>>(n, 2, x, y); // NOLINT
}

template <int B> void launch(float *p, int n) {
  typed<<<(n + B - 1) / B, B>>>(p, n);
}
void instances(float *p) {
  launch<32>(p, 1 << 24);
  // CHECK: warning: block size 32 of 'typed<float>':
  // CHECK: note: no fix is offered: the block size is not a number that is written in this file for the launch
}

#define LAUNCH(k, n, ...) k<<<((n) + 31) / 32, 32>>>(__VA_ARGS__)
#define CHECKED(call) do { call; } while (0)
void macros(float *x, float *y) {
  const int n = 1 << 24;
  LAUNCH(saxpy, n, n, 2, x, y);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'saxpy':
  // CHECK: note: no fix is offered: the launch stands in a macro
  CHECKED((saxpy<<<(n + 63) / 64, 64>>>(n, 2, x, y)));
  // CHECK: [[#@LINE-1]]:3: warning: block size 64 of 'saxpy':
  // CHECK-NOT: no fix is offered
}

void *take(int);
void shared(float *x, float *y) {
  const int n = 1 << 24;
  const int block = 32;
  void *partial = take(block);
  saxpy<<<(n + block - 1) / block, block>>>(n, 2, x, y);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'saxpy':
  // CHECK: [[#@LINE-3]]:24: note: no fix is offered: 'block' is used for more than launches
  const int both = 32;
  saxpy<<<(n + both - 1) / both, both>>>(n, 2, x, y);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'saxpy':
  // CHECK: [[#@LINE+1]]:3: note: no fix is offered: the launch of 'tiled' is made with it, too, and there
  tiled<<<n / both, both>>>(x, y, n);
  const int rounded = 32;
  saxpy<<<n / rounded, rounded>>>(n - 1, 2, x, y);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 of 'saxpy':
}
