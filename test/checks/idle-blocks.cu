// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host

__global__ void add(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += x[i];
}
__global__ void plane(float *y, int nx, int ny) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= nx || j >= ny)
    return;
  y[j * nx + i] += 1.0f;
}
// What a block does depends on its place among all of them.
__global__ void fromBehind(float *y, int n) {
  int i = (gridDim.x - 1 - blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += 1.0f;
}

// Its work takes much longer than idle blocks do.
__global__ void product(float *c, const float *a, const float *b, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n)
    for (int k = 0; k < n; ++k)
      c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void run(float *x, float *y, int n, int m) {
  // A grid of as many blocks as there are elements.
  add<<<1 << 22, 256>>>(y, x, 1 << 22);
  // CHECK: [[#@LINE-1]]:3: warning: 4177920 of 4194304 blocks of 'add' have nothing to do: {{[0-9]+}}% of its time on rtx-3080 [gpuperf-launch-config]
  // CHECK: note: a guard of the kernel sends them away: a grid of 16384 computes the same ({{.*}} -> {{.*}})
  plane<<<dim3(1024, 1024), dim3(32, 8)>>>(y, 2048, 1024);
  // CHECK: [[#@LINE-1]]:3: warning: 1040384 of 1048576 blocks of 'plane' have nothing to do
  // CHECK: note: a guard of the kernel sends them away: a grid of 64 x 128 computes the same
  // Nobody knows n, and it does not matter.
  add<<<(n + 255) / 256 * 256, 256>>>(y, x, n);
  // CHECK: [[#@LINE-1]]:3: warning: at least 255 of 256 blocks of 'add' have nothing to do where n is {{[0-9]+}} or more: at least {{[0-9]+}}% of its time on rtx-3080
  // CHECK: note: a guard of the kernel sends them away: a grid that is 256 times as small computes the same

  // CHECK-NOT: have nothing to do
  // CHECK-NOT: block size 32 x 32
  // Rounded up, and a guard by another name.
  add<<<(n + 255) / 256, 256>>>(y, x, n);
  add<<<n, 256>>>(y, x, m);
  add<<<1 << 14, 256>>>(y, x, 1 << 22);
  add<<<20000, 256>>>(y, x, 1 << 22);
  add<<<200, 256>>>(y, x, 100);
  product<<<dim3(40, 2500), dim3(256, 4)>>>(y, x, x, 1000);
  // To warm the GPU up.
  plane<<<dim3(512, 512), dim3(32, 32)>>>(y, 1, 1);
  // Nobody knows n.
  add<<<1 << 22, 256>>>(y, x, n);
  fromBehind<<<1 << 22, 256>>>(y, 1 << 22);
  add<<<1 << 22, 256>>>(y, x, 1 << 22); // NOLINT(gpuperf-launch-config)
}
