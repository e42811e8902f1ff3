// What precise math functions cost, found out by compiling with the fast ones.
// RUN: %tidy -checks=-*,gpuperf-fast-math --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-fast-math --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -ffast-math 2>&1 | FileCheck %s --check-prefix=FAST --allow-empty
// FAST-NOT: warning:

__global__ void waves(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 1; k <= 64; ++k)
    // CHECK: [[#@LINE+2]]:25: warning: precise division, sinf of floats: {{[3-9][0-9]}}% of the time of 'waves' on rtx-3080 [gpuperf-fast-math]
    // CHECK: note: nvcc's -use_fast_math takes the GPU's own instructions instead{{.*}} only you know whether that will do
    s += sinf(x[i] * k) / (x[i] + k);
  y[i] = s;
}
template <int N> __global__ void roots(float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  for (int k = 0; k < N; ++k)
    s = 1.0f / sqrtf(s + k);
  y[i] = s;
}
// Memory bounds it; the fast forms are called already; doubles have none.
__global__ void copies(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] / 3.3f;
}
__global__ void fast(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 1; k <= 64; ++k)
    s += __sinf(x[i] * k);
  y[i] = s;
}
__global__ void doubles(const double *x, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double s = 0;
  for (int k = 1; k <= 64; ++k)
    s += sin(x[i] * k) / (x[i] + k);
  y[i] = s;
}
int main() {
  float *x, *y;
  double *d;
  cudaMalloc(&x, 1 << 24);
  cudaMalloc(&y, 1 << 24);
  cudaMalloc(&d, 1 << 24);
  // CHECK: note: the same holds for 'roots<100>' of this file
  // CHECK: [[#@LINE+2]]:3: note: predicted {{[0-9.]+}} {{[mu]}}s -> {{[0-9.]+}} {{[mu]}}s in this launch, compiled with it
  // CHECK-NOT: warning:
  waves<<<1 << 14, 256>>>(x, y, 1 << 22);
  roots<100><<<1 << 10, 256>>>(y);
  copies<<<1 << 14, 256>>>(x, y);
  fast<<<1 << 14, 256>>>(x, y);
  doubles<<<1 << 12, 256>>>(d, d);
}

// Few threads are inside of an obstacle, and there may be no obstacle at all.
__global__ void collide(float4 *p, const float4 *circles, int n, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float4 at = p[i];
  at.x += at.z / 3.7f;
  for (int k = 0; k < count; ++k) {
    float dx = at.x - circles[k].x, dy = at.y - circles[k].y;
    float d2 = dx * dx + dy * dy;
    if (d2 < circles[k].z) {
      float d = sqrtf(d2);
      at.x += dx / d;
      at.y += dy / d;
    }
  }
  p[i] = at;
}
void runCollide(float4 *p, const float4 *circles, int n, int count) {
  // CHECK-NOT: {{.*}}'collide'
  collide<<<(n + 255) / 256, 256>>>(p, circles, n, count);
}
