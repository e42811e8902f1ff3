// A constant that makes the block and the kernel: the file is compiled with
// other numbers for it.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s
// RUN: cp %s %t.cu && %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" --fix-notes %t.cu -- %host >/dev/null 2>&1; FileCheck --check-prefix=FIXED --input-file=%t.cu %s

// FIXED: #define TILE {{16|32}}
#define TILE 8
// FIXED: #define HALVED 16
#define HALVED 16
// FIXED: constexpr int Rows = 8;
constexpr int Rows = 8;

__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  float s = 0;
  for (int t = 0; t < n / TILE; ++t) {
    as[threadIdx.y][threadIdx.x] = a[y * n + t * TILE + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t * TILE + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      s += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = s;
}

// The kernel has a number of its own that goes with the constant.
__global__ void halves(const float *a, float *c) {
  __shared__ float s[HALVED * HALVED];
  int i = threadIdx.y * HALVED + threadIdx.x;
  s[i] = a[blockIdx.x * HALVED * HALVED + i];
  __syncthreads();
  if (threadIdx.y < 8)
    c[blockIdx.x * HALVED * 8 + i] = s[i] + s[i + 8 * HALVED];
}

// Another number would leave rows out, as the grid does not follow.
__global__ void rows(const float *a, float *c, int n) {
  __shared__ float s[Rows][32];
  int y = blockIdx.x * Rows + threadIdx.y;
  s[threadIdx.y][threadIdx.x] = a[y * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += s[threadIdx.y][(k + threadIdx.x) % 32];
  c[y * 32 + threadIdx.x] = sum;
}

// The number of elements is no tile: another one is another problem.
#define ELEMENTS 512
__global__ void dot(const int *a, const int *b, int *c) {
  __shared__ int t[ELEMENTS];
  t[threadIdx.x] = a[threadIdx.x] * b[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < ELEMENTS; i++)
      sum += t[i];
    *c = sum;
  }
}

// All sizes are multiples of 24, and the tiles are loaded without a guard.
#define TILE24 24
__global__ void unguarded(const float *a, const float *b, float *c, int n) {
  __shared__ float as[TILE24][TILE24], bs[TILE24][TILE24];
  int x = blockIdx.x * TILE24 + threadIdx.x,
      y = blockIdx.y * TILE24 + threadIdx.y;
  float s = 0;
  for (int t = 0; t < (n + TILE24 - 1) / TILE24; ++t) {
    as[threadIdx.y][threadIdx.x] = a[y * n + t * TILE24 + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t * TILE24 + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < TILE24; ++k)
      s += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (x < n && y < n)
    c[y * n + x] = s;
}

// A template argument, and a size that nobody knows.
constexpr int Width = 8;
template <int N>
__global__ void squares(const float *a, const float *b, float *c, int n) {
  __shared__ float as[N][N], bs[N][N];
  int x = blockIdx.x * N + threadIdx.x, y = blockIdx.y * N + threadIdx.y;
  float s = 0;
  for (int t = 0; t < n / N; ++t) {
    as[threadIdx.y][threadIdx.x] = a[y * n + t * N + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t * N + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < N; ++k)
      s += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = s;
}
void open(float *a, float *b, float *c, int n) { // which is better depends on the registers that ptxas counts
  // CHECK: [[#@LINE+2]]:3: warning: block size 8 x 8 of 'squares<8>': with [[WIDTH:(16|32)]] instead of 8 for 'Width' it is predicted {{[0-9.]+}}x faster on rtx-3080 at n = 4096
  // CHECK: [[#@LINE-18]]:23: note: [[WIDTH]] here; {{.*}}, and without a guard sizes have to be multiples of [[WIDTH]]
  squares<Width><<<dim3(n / Width, n / Width), dim3(Width, Width)>>>(a, b, c, n);
}
auto *const Open = open; // main does not call it
int main() {
  const int n = 2048;
  float *a, *b, *c;
  cudaMalloc(&a, n * n * 4);
  cudaMalloc(&b, n * n * 4);
  cudaMalloc(&c, n * n * 4);
  // CHECK-NOT: warning:
  // CHECK: [[#@LINE+4]]:3: warning: block size 8 x 8 of 'product': with [[TILE:(16|32)]] instead of 8 for 'TILE' it is predicted {{1.[3-9]}}x faster on rtx-3080 ({{.*}} ms -> {{.*}} ms){{.*}} [gpuperf-launch-config]
  // CHECK: [[#@LINE+3]]:3: note: block and kernel are both made with 'TILE'; the file was compiled with other numbers for it: 16: {{.*}} ms, 32: {{.*}} ms
  // CHECK: [[#@LINE-108]]:14: note: [[TILE]] here; it is not proven that the program computes the same, sums may be added in another order
  dim3 block(TILE, TILE), grid(n / TILE, n / TILE);
  product<<<grid, block>>>(a, b, c, n);
  // CHECK-NOT: warning:
  int *ia, *ib;
  cudaMalloc(&ia, ELEMENTS * sizeof(int));
  cudaMalloc(&ib, ELEMENTS * sizeof(int));
  dot<<<1, ELEMENTS>>>(ia, ib, ib);
  const int m = 1224;
  unguarded<<<dim3((m + TILE24 - 1) / TILE24, (m + TILE24 - 1) / TILE24), dim3(TILE24, TILE24)>>>(a, b, c, m);
  halves<<<n * n / 256, dim3(HALVED, HALVED)>>>(a, c);
  rows<<<n * n / 32 / 8, dim3(32, Rows)>>>(a, c, n);
}
