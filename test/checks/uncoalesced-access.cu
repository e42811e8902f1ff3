// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %host 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: h200-sxm, GpuperfMinGainPercent: 95}}" %s -- %device 2>&1 | FileCheck --allow-empty --check-prefix=HIGH %s
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: h200-sxm, GpuperfMinGainPercent: lots}}" %s -- %device 2>&1 | FileCheck --check-prefix=OPTION %s
// HIGH-NOT: warning:
// OPTION: warning: GpuperfMinGainPercent: 'lots' is not a number from 0 to 99

__global__ void transpose(float *out, const float *in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    out[x * h + y] = in[y * w + x];
  // CHECK: [[#@LINE-1]]:20: warning: 32 sectors per request instead of 4 (stride 8192 bytes between neighbouring threads in {{['a-z, ]+}}): {{[0-9]+}}% of the time of 'transpose' on h200-sxm [gpuperf-uncoalesced-access]
  // CHECK: note: threadIdx.x moves this address by 8192 bytes, threadIdx.y by 4 bytes; other accesses need it the other way round: transpose a tile through shared memory
  // CHECK: note: predicted {{[0-9.]+}} us -> {{[0-9.]+}} us in this launch
}

// Every access is the same way round: the indices want swapping.
__global__ void add(float *c, const float *a, const float *b, int w, int h) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < h && col < w)
    c[row * w + col] = a[row * w + col] +
                       b[row * w + col];
  // CHECK: [[#@LINE-2]]:24: warning: 16 sectors per request instead of 4 (stride 8192 bytes between neighbouring threads in {{['a-z, ]+}}): {{[0-9]+}}% of the time of 'add'
  // CHECK: note: threadIdx.x moves the address by 8192 bytes, threadIdx.y by 4 bytes: swapping their roles makes neighbouring threads access neighbouring elements
  // CHECK: note: the share is that of this line and line [[#@LINE-3]]: one change mends them
}

__global__ void product(const float *a, const float *b, float *c, int n) {
  int col = blockIdx.y * blockDim.y + threadIdx.y;
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += a[row * n + k] *
         b[k * n + col];
  // CHECK: [[#@LINE-2]]:10: warning: 16 sectors per request instead of 4 (stride 8192 bytes between neighbouring threads in {{['a-z, ]+}}): {{[0-9]+}}% of the time of 'product'
  // CHECK: note: threadIdx.x moves the address by 8192 bytes, threadIdx.y not at all: swapping
  c[row * n + col] = s;
}

struct Record {
  float key, rest[7];
};
__device__ float keyOf(const Record *r, int i) {
  return r[i].key;
  // CHECK: [[#@LINE-1]]:15: warning: 32 sectors per request instead of 4 (stride 32 bytes between neighbouring threads in {{['a-z, ]+}}): {{[0-9]+}}% of the time of 'keys'
  // CHECK: note: 4 bytes of every 32 bytes are used: a structure of arrays instead of an array of structures makes them consecutive
}
__global__ void keys(const Record *r, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = keyOf(r, i);
}

template <typename T> __global__ void sumRows(const T *a, T *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[i * n + k];
  // CHECK: [[#@LINE-1]]:12: warning: 32 sectors per request instead of {{4|8}} (stride {{16384|131072}} bytes between neighbouring threads in {{['a-z, ]+}}): {{[0-9]+}}% of the time of 'sumRows<{{float|double}}>'
  // CHECK: note: each thread walks consecutive elements, {{16384|131072}} bytes from its neighbour's
  // CHECK: note: predicted {{.*}} in this launch, the worst of 2
  sums[i] = sum;
}

#define AT(P, X, Y, N) P[(Y) * (N) + (X)]
__global__ void doubled(float *out, const float *in, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  AT(out, x, y, w) = 2 * AT(in, x, y, w);
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 8 sectors per request instead of 4 (a warp covers 8 rows of 16 bytes in 'in' and 'out'): {{[0-9]+}}% of the time of 'doubled'
  // CHECK: note: a block at least 8 threads wide in x fills whole sectors of 32 bytes{{$}}
}
// One column for all of a block.
__global__ void reversed(float *out, const float *in, int w) {
  __shared__ float column[64];
  int x = blockIdx.x;
  int y = blockIdx.y * 64 + threadIdx.y;
  column[threadIdx.y] = AT(in, x, y, w);
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 32 sectors per request instead of 4 (a warp covers 32 rows of 4 bytes in 'in' and 'out'): {{[0-9]+}}% of the time of 'reversed'
  // CHECK: note: a block at least 8 threads wide in x fills whole sectors of 32 bytes; the kernel has to follow it: shared array 'column' {{.+}}
  __syncthreads();
  AT(out, x, y, w) = column[63 - threadIdx.y];
}

__global__ void planes(float *out, const float *in, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  size_t i = (size_t(z) * ny + y) * nx + x;
  out[i] = in[i] + 1;
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 16 sectors per request instead of 4 (a warp covers 16 rows of 8 bytes in 'in' and 'out'): {{[0-9]+}}% of the time of 'planes'
}

// The stride is what was assumed for n: no number is made up.
__global__ void open(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    a[size_t(i) * n + k] = 1;
  // CHECK: [[#@LINE-1]]:26: warning: up to 32 sectors per request instead of 4 (stride 4 * n bytes between neighbouring threads in 'a'): at least {{[0-9]+}}% of the time of 'open'
}

__global__ void silenced(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * n]; // NOLINT(gpuperf-uncoalesced-access)
}

// Silent from here on.
// CHECK-NOT: warning:

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// Data decides.
__global__ void gather(const int *idx, const float *a, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = a[idx[i]];
}
__global__ void csr(const int *start, const float *v, float *out, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float s = 0;
  for (int k = start[row]; k < start[row + 1]; ++k)
    s += v[k];
  out[row] = s;
}

// One sector more than needed is no pattern.
__global__ void shifted(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i + 1] = in[i + 3];
}

// All three fields are read: L1 brings each sector once.
struct Point {
  float x, y, z;
};
__global__ void norms(const Point *p, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z;
}

// One thread per block writes the result.
__global__ void blockSum(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  for (int k = 128; k > 0; k /= 2) {
    __syncthreads();
    if (threadIdx.x < k)
      s[threadIdx.x] += s[threadIdx.x + k];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x * 64] = s[0];
}

__global__ void tiled(float *out, const float *in, int w) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * w + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void stencil(float *out, const float *in, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x < nx - 1 && y < ny - 1)
    out[y * nx + x] = in[y * nx + x - 1] + in[y * nx + x + 1] +
                      in[(y - 1) * nx + x] + in[(y + 1) * nx + x];
}

__global__ void vectors(float4 *out, const float4 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

void run(float *p, float *q, int *idx, int unknown) {
  transpose<<<dim3(64, 64), dim3(32, 32)>>>(p, q, 2048, 2048);
  add<<<dim3(128, 128), dim3(16, 16)>>>(p, q, q, 2048, 2048);
  product<<<dim3(128, 128), dim3(16, 16)>>>(p, q, p, 2048);
  keys<<<16384, 256>>>((Record *)p, q, 1 << 22);
  sumRows<<<16, 256>>>(p, q, 4096);
  sumRows<<<64, 256>>>((double *)p, (double *)q, 16384);
  doubled<<<dim3(512, 32), dim3(4, 64)>>>(p, q, 2048);
  doubled<<<dim3(128, 128), dim3(16, 16)>>>(p, q, 2048); // 2 x 16 floats
  reversed<<<dim3(2048, 32), dim3(1, 64)>>>(p, q, 2048);
  planes<<<dim3(128, 64, 64), dim3(2, 4, 16)>>>(p, q, 256, 256);
  open<<<4096, 256>>>(p, unknown);
  silenced<<<4096, 256>>>(p, q, 64);

  saxpy<<<4096, 256>>>(1 << 20, 2, p, q);
  gather<<<4096, 256>>>(idx, p, q, 1 << 20);
  csr<<<4096, 256>>>(idx, p, q, 1 << 20);
  shifted<<<4096, 256>>>(p, q, 1 << 20);
  norms<<<4096, 256>>>((Point *)p, q, 1 << 20);
  blockSum<<<4096, 256>>>(p, q);
  tiled<<<dim3(64, 64), dim3(32, 8)>>>(p, q, 2048);
  stencil<<<dim3(128, 128), dim3(16, 16)>>>(p, q, 2047, 2047);
  stencil<<<dim3(64, 256), dim3(32, 8)>>>(p, q, 2047, 2047);
  vectors<<<4096, 256>>>((float4 *)p, (float4 *)q);
}
