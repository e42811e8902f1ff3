// The fix-its of one file: where the number is born, and what goes with it. What
// they do to results is seen in test/fixits.
// RUN: rm -rf %t && mkdir %t && cp %s %t/fixed.cu
// RUN: %tidy -checks=-*,gpuperf-launch-config --fix --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %t/fixed.cu -- %device
// RUN: FileCheck --input-file=%t/fixed.cu %s
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %t/fixed.cu -- %device 2>&1 | FileCheck --allow-empty --check-prefix=AGAIN %s
// AGAIN-NOT: {{warning|error}}:

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
__global__ void scale(float *p, size_t n) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += (size_t)gridDim.x * blockDim.x)
    p[i] *= 3;
}

#define BLOCK 32
// CHECK: #define BLOCK [[#B:]]{{$}}
const int Threads = 32;
// CHECK: const int Threads = [[#B]];
enum { PerBlock = 32u };
// CHECK: enum { PerBlock = [[#B]]u };
static int divUp(int a, int b) { return (a + b - 1) / b; }

void known(float *x, float *y) {
  const int n = 1 << 24;
  saxpy<<<(n + 31) / 32, 32>>>(n, 2, x, y);
  // CHECK: saxpy<<<(n + [[#B-1]]) / [[#B]], [[#B]]>>>(n, 2, x, y);
  saxpy<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, 2, x, y);
  int blocks = divUp(n, Threads);
  saxpy<<<blocks, Threads>>>(n, 2, x, y);
  saxpy<<<ceil(n / 32.0f), 32>>>(n, 2, x, y);
  // CHECK: saxpy<<<ceil(n / [[#B]].0f), [[#B]]>>>(n, 2, x, y);
  saxpy<<<(n - 1) / PerBlock + 1, PerBlock>>>(n, 2, x, y);
  saxpy<<<524288, 32>>>(n, 2, x, y);
  // CHECK: saxpy<<<[[#div(16777216,B)]], [[#B]]>>>(n, 2, x, y);
  dim3 block(4, 64), grid((4096 + 3) / 4, (4096 + 63) / 64);
  // CHECK: dim3 block({{[1-9][0-9]+}}, {{[1-9]}}), grid((4096 + {{[1-9][0-9]+}}) / {{[1-9][0-9]+}}, (4096 + {{[0-9]}}) / {{[1-9]}});
  image<<<grid, block>>>(x, y, 4096, 4096);
  // The grid stays: the loop covers what there is.
  scale<<<1024, 64>>>(x, n);
  // CHECK: scale<<<1024, {{[1-9][0-9][0-9]+}}>>>(x, n);
}

void open(int n, float *x, float *y) {
  int size = 32;
  // CHECK: int size = {{[1-9][0-9][0-9]+}};
  dim3 block;
  block.x = size;
  saxpy<<<(n + block.x - 1) / block.x, block>>>(n, 2, x, y);
}
