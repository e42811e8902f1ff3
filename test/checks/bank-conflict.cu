// RUN: %tidy -checks=-*,gpuperf-bank-conflict --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-bank-conflict --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %host 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-bank-conflict --config="{CheckOptions: {GpuperfGpu: h200-sxm, GpuperfMinGainPercent: 95}}" %s -- %device 2>&1 | FileCheck --allow-empty --check-prefix=HIGH %s
// HIGH-NOT: warning:

__global__ void transpose(float *out, const float *in, int w) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * w + x] = tile[threadIdx.x][threadIdx.y + j];
  // CHECK: [[#@LINE-1]]:28: warning: 32-way bank conflict in shared memory (stride 128 bytes): {{[0-9]+}}% of the time of 'transpose' on h200-sxm [gpuperf-bank-conflict]
  // CHECK: note: lanes whose words are a multiple of 32 apart share a bank: one more element per row spreads them
  // CHECK: note: predicted {{[0-9.]+}} us -> {{[0-9.]+}} us in this launch
}

// No kernel may declare 128 rows of 97 floats.
__global__ void full(float *out, const float *in, int n) {
  __shared__ float tile[128][96];
  for (int k = 0; k < 96; ++k)
    tile[k][threadIdx.x] = in[(blockIdx.x * 96 + k) * n + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 96; ++k)
    sum += tile[threadIdx.x][k] * k;
  // CHECK: [[#@LINE-1]]:12: warning: {{.*}} of the time of 'full'
  // CHECK: note: lanes whose words are a multiple of 32 apart share a bank: let neighbouring threads take neighbouring words; longer rows would not fit into the 48 KiB that a block may declare
  out[blockIdx.x * 96 + threadIdx.x] = sum;
}

// Doubles of a row are read two at a time, 16 bytes, which go in quarters of a
// warp: 8 lanes on the same four banks.
template <typename T, int N> __global__ void columns(T *out, const T *in) {
  __shared__ T tile[N][N];
  int i = blockIdx.x * N * N + threadIdx.y * N + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[i];
  __syncthreads();
  T sum = 0;
  for (int k = 0; k < N; ++k)
    sum += tile[threadIdx.x][k];
  // CHECK: [[#@LINE-1]]:12: warning: 8-way bank conflict in shared memory (stride 256 bytes): {{[0-9]+}}% of the time of 'columns<double, 32>' on h200-sxm
  // CHECK: note: lanes whose words are a multiple of 32 apart share a bank; accesses of 16 bytes go in 4 parts: pad the rows by 16 bytes
  out[i] = sum;
}

extern __shared__ float pool[];
__device__ float sumOf(const float *row, int n, int stride) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += row[k * stride];
  return sum;
}
__global__ void dynamicRows(float *out, const float *in, int n) {
  for (int k = 0; k < n; ++k)
    pool[k * blockDim.x + threadIdx.x] = in[(blockIdx.x * n + k) * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sumOf(pool + threadIdx.x * 32, 32, 1);
  // CHECK: [[#@LINE-8]]:12: warning: 32-way bank conflict in shared memory (stride 128 bytes): {{[0-9]+}}% of the time of 'dynamicRows'
}

// A warp is two rows of 16 threads, whose banks are the same.
__global__ void rows(float *out, const float *in) {
  __shared__ float s[4][160];
  int i = blockIdx.x * 640 + threadIdx.y * 160 + threadIdx.x;
  for (int k = 0; k < 10; ++k)
    s[threadIdx.y][threadIdx.x + k * 16] = in[i + k * 16];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 144; ++k)
    sum += s[threadIdx.y][threadIdx.x + k];
  // CHECK: [[#@LINE-1]]:12: warning: 2-way bank conflict in shared memory (rows of the block are 640 bytes apart): {{[0-9]+}}% of the time of 'rows'
  // CHECK: note: lanes whose words are a multiple of 32 apart share a bank: longer rows, or an index i + i / 32, spread them
  out[i] = sum;
}

#define ROW 16
__global__ void silenced(float *out, const float *in) {
  __shared__ float tile[32][ROW];
  for (int k = threadIdx.y; k < ROW; k += blockDim.y)
    tile[threadIdx.x][k] = in[k * 32 + threadIdx.x]; // NOLINT(gpuperf-bank-conflict)
  __syncthreads();
  float sum = 0;
  for (int n = 0; n < 64; ++n)
    sum += tile[threadIdx.x][n % ROW]; // NOLINT(gpuperf-bank-conflict)
  out[threadIdx.x] = sum;
}

// Silent from here on.
// CHECK-NOT: warning:

__global__ void paddedTranspose(float *out, const float *in, int w) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * w + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Lanes that read one word share it.
__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    as[ty][tx] = a[row * n + t + tx];
    bs[ty][tx] = b[(t + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

// 16 bytes per lane in sequence: four parts, none with a conflict.
__global__ void wide(float4 *out, const float4 *in) {
  __shared__ float4 s[256];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}

// Data decides over the bank.
__global__ void histogram(unsigned *bins, const unsigned char *data, int n) {
  __shared__ unsigned s[256];
  s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    s[data[i]] += 1;
  __syncthreads();
  bins[threadIdx.x] = s[threadIdx.x];
}

// A conflict that costs nothing beside what the kernel waits for.
__global__ void once(float *out, const float *in, int n) {
  __shared__ float s[512];
  s[2 * threadIdx.x % 512] = in[threadIdx.x];
  __syncthreads();
  float sum = s[threadIdx.x];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  out[threadIdx.x] = sum;
}

// Rows of 33 words have no conflict, rows of 32 have.
__constant__ int rowLength;
__global__ void openRows(float *out, const float *in) {
  extern __shared__ float s[];
  for (int k = 0; k < 32; ++k)
    s[threadIdx.x * rowLength + k] = in[blockIdx.x * 1024 + k * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += s[threadIdx.x * rowLength + k];
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}

void run(float *p, float *q, unsigned *u, unsigned char *c) {
  transpose<<<dim3(64, 64), dim3(32, 8)>>>(p, q, 2048);
  full<<<4096, 96>>>(p, q, 96);
  columns<double, 32><<<4096, dim3(32, 32)>>>((double *)p, (double *)q);
  dynamicRows<<<1024, 256, 32 * 256 * 4>>>(p, q, 32);
  rows<<<4096, dim3(16, 4)>>>(p, q);
  silenced<<<4096, dim3(32, 8)>>>(p, q);

  columns<double, 33><<<4096, dim3(33, 15)>>>((double *)p, (double *)q);
  paddedTranspose<<<dim3(64, 64), dim3(32, 8)>>>(p, q, 2048);
  product<<<dim3(128, 128), dim3(16, 16)>>>(p, q, p, 2048);
  wide<<<4096, 256>>>((float4 *)p, (float4 *)q);
  histogram<<<1024, 256>>>(u, c, 1 << 24);
  once<<<1024, 256>>>(p, q, 1 << 26);
  openRows<<<1024, 32, 32 * 33 * 4>>>(p, q);
}
