// Source of kernels.ll, which the tests read. To make it again, in this folder:
//   clang-22 -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -O2 -g1 \
//     -fno-unroll-loops -fdebug-compilation-dir=. -S -emit-llvm kernels.cu -o kernels.ll
// Lines are checked by tests: the header is four lines.
#include <cuda_runtime.h>
extern "C" {
__global__ void saxpy(int n, float a, const float *__restrict__ x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
__global__ void gridStride(int n, float a, const float *x, float *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = a * x[i] + y[i];
}
__global__ void matmulNaive(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float s = 0;
    for (int k = 0; k < n; ++k)
      s += a[row * n + k] * b[k * n + col];
    c[row * n + col] = s;
  }
}
__global__ void matmulTiled(const float *a, const float *b, float *c, int n) {
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float s = 0;
  for (int t = 0; t < n / 16; ++t) {
    as[ty][tx] = a[row * n + t * 16 + tx];
    bs[ty][tx] = b[(t * 16 + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + col] = s;
}
__global__ void transposeNaive(float *out, const float *in, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[x * h + y + j] = in[(y + j) * w + x];
}
__global__ void transposeTile(float *out, const float *in, int w, int h) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void transposePadded(float *out, const float *in, int w, int h) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void reduceShared(const float *in, float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(out, s[0]);
}
__global__ void stencil3d(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
    return;
  for (int z = 1; z < nz - 1; ++z) {
    size_t i = (size_t)z * nx * ny + y * nx + x;
    out[i] = 0.5f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] +
             in[i - nx * ny] + in[i + nx * ny]);
  }
}
__global__ void gather(const int *idx, const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[idx[i]];
}
struct Body { float x, y, z, m, vx, vy, vz, w; };
__global__ void aos(Body *b, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i].x += dt * b[i].vx;
}
__global__ void triangular(const float *a, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  if (i >= n) return;
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < j; ++k)
      s += a[k * n + i];
  out[i] = s;
}
__global__ void whileData(const int *next, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = 0, p = i;
  while (p != -1) { p = next[p]; ++c; }
  out[i] = c;
}
__global__ void rows2d(const float *in, float *out, int pitch) {
  int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
  out[r * pitch + c] = 2.0f * in[r * pitch + c];
}
__global__ void histogram(const unsigned char *in, unsigned *bins, int n) {
  __shared__ unsigned h[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) h[k] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&h[in[i]], 1u);
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += blockDim.x) atomicAdd(&bins[k], h[k]);
}
struct Args { const float *in; float *out; int n; float scale; long long stride; };
__global__ void byval(Args p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < p.n) p.out[i * p.stride] = p.scale * p.in[i];
}
__global__ void sizeTIndex(const double *in, double *out, size_t n) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}
__global__ void counter64(const float *in, float *out, long long n, long long m) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (long long k = 0; k < m; k++) s += in[k * n + i];
  out[i] = s;
}
__global__ void switchy(float *x, int mode) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
  switch (mode) {
  case 0: v = v * 2; break;
  case 1: v = __sinf(v); break;
  case 2: v = sqrtf(v) + 1.0f / v; break;
  case 7: v = expf(v); break;
  default: v = v / 3.1f;
  }
  x[i] = v;
}
__global__ void nestedBreak(const float *a, float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < m; ++k) {
      float v = a[(i * n + j) * m + k];
      if (v < 0) break;
      s += v;
    }
  }
  out[i] = s;
}
__global__ void __launch_bounds__(256, 2) vec4(const float4 *a, float4 *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = a[i];
  v.x *= 2; v.y += 1; v.z = v.z * v.w + v.x; 
  b[i] = v;
}
__constant__ float coef[16];
__global__ void constant(float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 16; ++k) s += coef[k] * x[i + k];
  x[i] = s;
}

__global__ void geometric(float *x, int n, int m) {
  int t = threadIdx.x;
  for (int s = 1; s < n; s *= 2)
    x[t] += x[t + s];
  for (int s = m; s > 0; s /= 3)
    x[t] *= 2.0f;
}
__device__ __noinline__ float helper(float v, int n) {
  for (int i = 0; i < n; ++i)
    v = v * v + 1.0f;
  return v;
}
__global__ void callsHelper(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = helper(x[i], n);
}
__device__ __noinline__ int fib(int n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2) * n;
}
__global__ void recursive(int *x) { x[threadIdx.x] = fib(x[threadIdx.x]); }
__global__ void warpSum(const float *x, float *out) {
  float v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int o = 16; o > 0; o >>= 1)
    v += __shfl_down_sync(0xffffffffu, v, o);
  if (threadIdx.x % 32 == 0)
    out[blockIdx.x] = v;
}
__global__ void divergent(float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2)
    x[i] = sinf(x[i]) * cosf(x[i]);
  else
    x[i] = x[i] / 3.0f;
}
__global__ void rowTable(float *const *rows, float *out, int n) {
  const float *row = rows[blockIdx.x];
  float s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s += row[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__global__ void binarySearch(const int *keys, int n, int *out) {
  int lo = 0, hi = n, k = threadIdx.x;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (keys[mid] < k) lo = mid + 1; else hi = mid;
  }
  out[k] = lo;
}
__global__ void countDown(float *x, int n) {
  for (int i = n - 1; i >= 0; i -= blockDim.x)
    x[i + threadIdx.x] += 1.0f;
}
__global__ void flat3d(float *x, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = i % w, r = i / w;
  x[c * h + r] = 1.0f;
}
__global__ void block3d(float *x) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  x[t] = threadIdx.z;
}
__global__ void doubles(double *x, double a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = a * x[i] + 1.0 / x[i];
}
__global__ void assembly(int *x) {
  int v;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(v));
  x[threadIdx.x] = v;
}
// The step is 1, then 2: a phi of constants. What is read alternates.
__global__ void twoSteps(const float *in, float *out) {
  __shared__ float piece[2][32][36];
  int now = 1;
  for (int y = threadIdx.y; y < 32; y += 4)
    piece[now][y][threadIdx.x] = in[(y + blockIdx.y) * 4096 + threadIdx.x];
  __syncthreads();
  for (int step = 1; step <= 2; ++step) {
    for (int y = threadIdx.y + step; y < 32 - step; y += 4)
      for (int x = threadIdx.x + step; x < 36 - step; x += 32)
        piece[1 - now][y][x] = piece[now][y][x] + in[(y + blockIdx.y) * 4096 + x];
    __syncthreads();
    now = 1 - now;
  }
  out[blockIdx.y * 32 + threadIdx.x] = piece[now][threadIdx.y][threadIdx.x];
}
// A shift that is a float function of data and of the row.
__global__ void shifted(const float *in, const float *shifts, float *out, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int c = 0; c < 64; ++c) {
    unsigned shift = y * 0.02f * shifts[c];
    sum += in[c * pitch + x + shift];
  }
  out[y * pitch + x] = sum;
}
// Whole rows of a table, picked by an index.
__global__ void rowGather(const int *rows, const float *in, float *out, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * pitch + x] = in[rows[y] * pitch + x];
}
// A flat index taken apart: in is read over and over, out is written once.
__global__ void wrapped(const float *in, const float *perRow, float *out, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i % w] * perRow[i / w];
}
// Two taps apart by constants: one address serves all.
__global__ void taps(const float *in, float *out) {
  __shared__ float piece[64];
  piece[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += piece[threadIdx.x + k] * 0.5f;
  out[threadIdx.x] = sum;
}
}
