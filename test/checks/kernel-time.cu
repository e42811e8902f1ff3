// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %host 2>&1 | FileCheck %s
// A device parse and a host-only parse say the same.
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %device > %t.device 2>&1
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: h200-sxm}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

template <typename T, int Unroll> __global__ void fill(T *p, T v) {
  for (int k = 0; k < Unroll; ++k)
    p[(blockIdx.x * Unroll + k) * blockDim.x + threadIdx.x] = v;
}

namespace {
__global__ void hidden(double *p) { p[blockIdx.x * 64 + threadIdx.x] *= 2.0; }
}

extern "C" __global__ void plain(float *p) { p[threadIdx.x] = 1.0f; }

template <int Block> void launchTemplated(float *p) {
  fill<float, 4><<<1024, Block>>>(p, 0.0f);
  // CHECK: [[#@LINE-1]]:3: warning: 'fill<float, 4>' is predicted to take {{.*}} NSMW 32,
}

#define LAUNCH(K, G, B, ...) K<<<G, B>>>(__VA_ARGS__)

void run(float *x, float *y, double *d, int m) {
  saxpy<<<4096, 256>>>(1 << 20, 2.0f, x, y);
  // CHECK: [[#@LINE-1]]:3: warning: 'saxpy' is predicted to take {{[0-9.]+ [um]s \([0-9.]+ to [0-9.]+\)}} on h200-sxm, bound by {{[a-z0-9]+}}; occupancy 100%, NSMW 256, DPSID 0.25, 3.88 waves [gpuperf-kernel-time]
  // CHECK: note: 8 blocks of 8 warps per SM, limited by warps

  saxpy<<<(m + 255) / 256, 256>>>(m, 2.0f, x, y);
  // CHECK: [[#@LINE-1]]:3: warning: 'saxpy' is predicted to take
  // CHECK: note: assumed: {{.*}}'m' assumed 1048576

  // gpuperf: assume m=1<<12
  saxpy<<<(m + 255) / 256, 256>>>(m, 2.0f, x, y);
  // CHECK: [[#@LINE-1]]:3: warning: 'saxpy' is predicted to take {{.*}} NSMW 8,
  // CHECK-NOT: 'm' assumed

  fill<double, 8><<<dim3(64, 2), dim3(32, 4)>>>(d, 1.0);
  // CHECK: [[#@LINE-1]]:3: warning: 'fill<double, 8>' is predicted to take

  hidden<<<128, 64>>>(d);
  // CHECK: [[#@LINE-1]]:3: warning: '{{.*}}hidden' is predicted to take

  LAUNCH(plain, 1, 128, x);
  // CHECK: [[#@LINE-1]]:3: warning: 'plain' is predicted to take

  launchTemplated<128>(x);

  saxpy<<<1, 32>>>(32, 1.0f, x, y); // NOLINT(gpuperf-kernel-time)
  // CHECK-NOT: [[#@LINE-1]]:3: warning
}

