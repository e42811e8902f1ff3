// A block of 1024 threads has an SM of this GPU to itself.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host

__global__ void add(float *c, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}
__global__ void plane(float *c, const float *a, const float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    c[y * w + x] = a[y * w + x] + b[y * w + x];
}
__global__ void fill(float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = 1.0f;
}

void run(float *a, float *b, float *c, int n) {
  // CHECK-NOT: warning:
  // The other SMs keep DRAM busy meanwhile, at any size.
  add<<<16384, 1024>>>(c, a, b, 1 << 24);
  plane<<<dim3(128, 128), dim3(32, 32)>>>(c, a, b, 4096, 4096);
  add<<<(n + 1023) / 1024, 1024>>>(c, a, b, n);
  // Short blocks waste time with dispatching, whatever DRAM does.
  // CHECK: [[#@LINE+1]]:3: warning: block size 32 of 'fill': {{[0-9]+}} is predicted
  fill<<<1 << 19, 32>>>(c, 1 << 24);
}
