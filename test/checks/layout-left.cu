// Short rows of a block and the layout both cost time: one message says so.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host

__global__ void transpose(float *out, const float *in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    out[x * h + y] = in[y * w + x];
}
__global__ void fill(float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    out[y * w + x] = 1.0f;
}

void run(float *a, float *b) {
  transpose<<<dim3(256, 256), dim3(8, 8)>>>(a, b, 2048, 2048);
  // CHECK: [[#@LINE-1]]:3: warning: block size 8 x 8 of 'transpose':
  // CHECK: [[#@LINE-12]]:{{[0-9]+}}: note: the layout is left: {{.*}} sectors per request instead of 4 ({{.*}}); that is {{[0-9]+}}% of the time with
  fill<<<dim3(512, 512), dim3(8, 8)>>>(a, 4096, 4096);
  // CHECK: [[#@LINE-1]]:3: warning: block size 8 x 8 of 'fill':
  // CHECK-NOT: note: the layout is left
}
