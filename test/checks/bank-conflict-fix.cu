// Rows that nothing but their bound measures are padded. A FIXED line must not be
// what it looks for itself: its last bracket is a pattern.
// RUN: cp %s %t.cu
// RUN: %tidy -checks=-*,gpuperf-bank-conflict --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" --fix %t.cu -- %device 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=FIXED --input-file=%t.cu %s
// RUN: %tidy -checks=-*,gpuperf-bank-conflict --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %t.cu -- %device 2>&1 | FileCheck --check-prefix=AGAIN --implicit-check-not=warning: %s

#define SIDE 32
#define SHIFTED 1 << 5

__global__ void plain(float *out, const float *in, int w) {
  __shared__ float tile[32][32];
  // FIXED: __shared__ float tile[32]{{[[]}}32 + 1];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * w + x] = tile[threadIdx.x][threadIdx.y + j];
  // CHECK: :[[#@LINE-1]]:28: warning: 32-way bank conflict in shared memory (stride 128 bytes): {{[0-9]+}}% of the time of 'plain'
}

// Doubles; the bound is a macro; an array beside it stays as it is.
__global__ void named(double *out, const double *in) {
  __shared__ double other[SIDE][SIDE], tile[SIDE][SIDE];
  // FIXED: __shared__ double other[SIDE][SIDE], tile[SIDE]{{[[]}}SIDE + 1];
  int i = blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[i];
  other[threadIdx.y][threadIdx.x] = in[i + 1024];
  __syncthreads();
  out[i] = tile[threadIdx.x][threadIdx.y] + other[threadIdx.y][31 - threadIdx.x];
  // CHECK: :[[#@LINE-1]]:12: warning: 16-way bank conflict in shared memory (stride 256 bytes)
}

// Three dimensions; a bound that a sum would tear apart; an atomic in place.
__global__ void shifted(int *out, const int *in) {
  __shared__ int tile[2][32][SHIFTED];
  // FIXED: __shared__ int tile[2][32]{{[[]}}(SHIFTED) + 1];
  int i = blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x;
  tile[0][threadIdx.x][threadIdx.y] = in[i];
  tile[1][threadIdx.x][threadIdx.y] = in[i + 1024];
  __syncthreads();
  atomicAdd(&tile[0][threadIdx.x][threadIdx.y], 1);
  __syncthreads();
  out[i] = tile[0][threadIdx.x][threadIdx.y] * tile[1][threadIdx.x][threadIdx.y];
  // CHECK: warning: 32-way bank conflict in shared memory (stride 128 bytes): {{[0-9]+}}% of the time of 'shifted'
}

// No fix, and no wrong one, from here on.
// A pointer into the array.
__device__ float sumOf(const float *row, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += row[k];
  return sum;
}
__global__ void escapes(float *out, const float *in) {
  __shared__ float tile[32][32];
  // FIXED: __shared__ float tile[32]{{[[]}}32];
  tile[threadIdx.y][threadIdx.x] = in[blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x] = sumOf(tile[threadIdx.x], 32);
  // AGAIN: warning: 8-way bank conflict in shared memory (stride 128 bytes): {{[0-9]+}}% of the time of 'escapes'
}
// Its size is asked for.
__global__ void measured(float *out, const float *in) {
  __shared__ float tile[32][32];
  // FIXED: __shared__ float tile[32]{{[[]}}32];
  tile[threadIdx.y][threadIdx.x] = in[blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y] * (sizeof(tile) / sizeof(tile[0]));
  // AGAIN: warning: 32-way bank conflict {{.*}} of the time of 'measured'
}
// One row is used for all.
__global__ void flat(float *out, const float *in) {
  __shared__ float tile[32][32];
  // FIXED: __shared__ float tile[32]{{[[]}}32];
  int t = threadIdx.y * 32 + threadIdx.x;
  tile[0][t] = in[blockIdx.x * 1024 + t];
  __syncthreads();
  out[blockIdx.x * 1024 + t] = tile[threadIdx.x][threadIdx.y];
  // AGAIN: warning: 32-way bank conflict {{.*}} of the time of 'flat'
}
// So it is with a counter that goes through the rows, and with a sum that does.
__global__ void counted(float *out, const float *in) {
  __shared__ float tile[32][32];
  // FIXED: __shared__ float tile[32]{{[[]}}32];
  for (int k = threadIdx.y; k < 32; k += 8)
    tile[k][threadIdx.x] = in[blockIdx.x * 1024 + k * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 1024; k += 32)
    sum += tile[0][threadIdx.x + k];
  for (int k = threadIdx.y; k < 32; k += 8)
    out[blockIdx.x * 1024 + k * 32 + threadIdx.x] = sum * tile[threadIdx.x][k];
  // AGAIN: warning: 32-way bank conflict {{.*}} of the time of 'counted'
}
__global__ void rowOf(float *out, const float *in) {
  __shared__ float tile[32][32];
  // FIXED: __shared__ float tile[32]{{[[]}}32];
  int at = threadIdx.x;
  at = at + 32 * threadIdx.y;
  tile[0][at] = in[blockIdx.x * 1024 + at];
  __syncthreads();
  out[blockIdx.x * 1024 + at] = tile[threadIdx.x][threadIdx.y];
  // AGAIN: warning: 32-way bank conflict {{.*}} of the time of 'rowOf'
}
// A column that is named, and one that is counted in small steps, are columns.
__global__ void columns(float *out, const float *in) {
  __shared__ float tile[32][32];
  // FIXED: __shared__ float tile[32]{{[[]}}32 + 1];
  const int x = threadIdx.x;
  int y = threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    tile[y + k][x] = in[blockIdx.x * 1024 + (y + k) * 32 + x];
  __syncthreads();
  for (int k = 0; k < 32; k += 8, y += 8)
    out[blockIdx.x * 1024 + y * 32 + x] = tile[x][y];
}
// A template's other instantiations may have another bound.
template <int N> __global__ void templated(float *out, const float *in) {
  __shared__ float tile[N][N];
  // FIXED: __shared__ float tile[N]{{[[]}}N];
  int i = blockIdx.x * N * N + threadIdx.y * N + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[threadIdx.x][threadIdx.y];
  // AGAIN: warning: 32-way bank conflict {{.*}} of the time of 'templated<32>'
}
// The declaration is a macro's.
#define TILE(T) __shared__ T tile[32][32]
__global__ void inMacro(float *out, const float *in) {
  TILE(float);
  int i = blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[threadIdx.x][threadIdx.y];
  // AGAIN: warning: 32-way bank conflict {{.*}} of the time of 'inMacro'
}
// No room.
__global__ void full(float *out, const float *in) {
  __shared__ float tile[384][32];
  // FIXED: __shared__ float tile[384]{{[[]}}32];
  for (int k = threadIdx.y; k < 384; k += 32)
    tile[k][threadIdx.x] = in[blockIdx.x * 384 * 32 + k * 32 + threadIdx.x];
  __syncthreads();
  for (int k = 0; k < 12; ++k)
    out[blockIdx.x * 384 * 32 + threadIdx.y * 384 + k * 32 + threadIdx.x] =
        tile[k * 32 + threadIdx.x][threadIdx.y];
  // AGAIN: warning: 32-way bank conflict {{.*}} of the time of 'full'
}
// AGAIN-NOT: warning:

void run(float *p, float *q) {
  plain<<<dim3(64, 64), dim3(32, 8)>>>(p, q, 2048);
  named<<<4096, dim3(32, 32)>>>((double *)p, (double *)q);
  shifted<<<4096, dim3(32, 32)>>>((int *)p, (int *)q);
  escapes<<<4096, dim3(32, 32)>>>(p, q);
  measured<<<4096, dim3(32, 32)>>>(p, q);
  flat<<<4096, dim3(32, 32)>>>(p, q);
  counted<<<4096, dim3(32, 8)>>>(p, q);
  rowOf<<<4096, dim3(32, 32)>>>(p, q);
  columns<<<4096, dim3(32, 8)>>>(p, q);
  templated<32><<<4096, dim3(32, 32)>>>(p, q);
  inMacro<<<4096, dim3(32, 32)>>>(p, q);
  full<<<1024, dim3(32, 32)>>>(p, q);
}
