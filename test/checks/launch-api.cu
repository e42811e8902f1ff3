// Launches through the runtime API are launches.
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: a100-sxm4-40gb}}" %s -- %device 2>&1 | FileCheck %s

__global__ void scale(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2.0f;
}

void run(float *p) {
  int n = 1 << 16;
  void *args[] = {&p, &n};
  cudaLaunchKernel((const void *)scale, dim3(256), dim3(256), args, 0, nullptr);
  // CHECK: [[#@LINE-1]]:3: warning: 'scale' is predicted to take {{.*}} on a100-sxm4-40gb
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(512);
  config.blockDim = dim3(128);
  cudaLaunchKernelEx(&config, scale, p, n);
  // CHECK: [[#@LINE-1]]:3: warning: 'scale' is predicted to take
}
