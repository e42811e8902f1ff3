// The tile of a product is a constant of grid and kernel: others are compiled.
// RUN: %tidy -checks=-*,gpuperf-tail-wave --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-tail-wave --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host

constexpr int TileN = 128;
#define TILE_M 128

// Each of 256 threads computes TILE_M / 16 x TileN / 16 elements.
__global__ void product(const float *A, const float *B, float *C, int n) {
  __shared__ float As[16][TILE_M], Bs[16][TileN];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  float Sum[TILE_M / 16][TileN / 16] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = 0; i < TILE_M / 16; ++i)
      As[tx][ty + 16 * i] = A[(blockIdx.y * TILE_M + ty + 16 * i) * n + k + tx];
    for (int i = 0; i < TileN / 16; ++i)
      Bs[ty][tx + 16 * i] = B[(k + ty) * n + blockIdx.x * TileN + tx + 16 * i];
    __syncthreads();
    for (int kk = 0; kk < 16; ++kk)
      for (int i = 0; i < TILE_M / 16; ++i)
        for (int j = 0; j < TileN / 16; ++j)
          Sum[i][j] += As[kk][ty + 16 * i] * Bs[kk][tx + 16 * j];
    __syncthreads();
  }
  for (int i = 0; i < TILE_M / 16; ++i)
    for (int j = 0; j < TileN / 16; ++j)
      C[(blockIdx.y * TILE_M + ty + 16 * i) * n + blockIdx.x * TileN + tx +
        16 * j] = Sum[i][j];
}

// Each block computes a span of elements, each thread one or more of them.
constexpr int Span = 512;
__global__ void spans(float *C, int n) {
  __shared__ float s[Span];
  for (int i = threadIdx.x; i < Span; i += 256)
    s[i] = C[blockIdx.x * Span + i];
  __syncthreads();
  for (int i = threadIdx.x; i < Span; i += 256) {
    float r = s[Span - 1 - i];
    for (int j = 0; j < n; ++j)
      r = r * 0.99f + 1.0f;
    C[blockIdx.x * Span + i] = r;
  }
}

// The work of this one does not follow the number that its grid is made with.
constexpr int Part = 128;
__global__ void fixed(float *C, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = C[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  float r = s[255 - threadIdx.x];
  for (int j = 0; j < n; ++j)
    r = r * 0.99f + 1.0f;
  C[blockIdx.x * 256 + threadIdx.x] = r;
}

void run(const float *A, const float *B, float *C) {
  const int n = 2304;
  // Smaller tiles load more for each product, larger ones leave less room.
  // CHECK: [[@LINE+2]]:3: warning: the last wave of 'product' on h100-sxm is {{.*}} of 324 by themselves
  // CHECK: note: the file was compiled with other tiles, whose grids do as much: 'TileN' 64: {{[0-9.]+}} {{[mu]}}s, 'TileN' 256: {{.*}}'TILE_M' 64: {{.*}}; none of them is told to be faster
  product<<<dim3(n / TileN, n / TILE_M), 256>>>(A, B, C, n);
  // CHECK-NOT: a smaller tile would leave less
  // CHECK: [[@LINE+4]]:3: warning: the last wave of 'spans' on h100-sxm is 4% full: 1056 blocks run at a time and the last 44 of 1100 by themselves
  // CHECK: note: the file was compiled with other tiles, whose grids do as much: 'Span' 256: {{[0-9.]+ [mu]s$}}
  // CHECK: tail-wave-tile.cu:34:22: note: with 256 instead of 512 for 'Span' the grid has 2200 blocks: predicted {{.*}} -> {{.*}}; it is not proven that the program computes the same
  const int all = 1100 * 512;
  spans<<<all / Span, 256>>>(C, 100000);
  // CHECK: warning: the last wave of 'fixed'
  // CHECK-NOT: compiled with other tiles
  // CHECK: a smaller tile would leave less of the last one empty
  const int parts = 1100 * 128;
  fixed<<<parts / Part, 256>>>(C, 100000);
}
