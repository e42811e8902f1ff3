// Launches of kernels that a module is asked for by name.
// RUN: %tidy -checks=-*,gpuperf-* --config="{CheckOptions: {GpuperfGpu: a100-sxm4-40gb, gpuperf-kernel-time.ReportUnknown: true}}" %s -- %device 2>&1 | FileCheck %s
// RUN: cp %s %t.cu
// RUN: %tidy -checks=-*,gpuperf-launch-config --fix --config="{CheckOptions: {GpuperfGpu: a100-sxm4-40gb}}" %t.cu -- %device >/dev/null 2>&1
// RUN: FileCheck --check-prefix=FIXED %s < %t.cu
#include <cuda.h>

extern "C" __global__ void scale(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2.0f;
}

void run(CUmodule module, CUdeviceptr p) {
  CUfunction f;
  if (cuModuleGetFunction(&f, module, "scale") != CUDA_SUCCESS)
    return;
  int n = 1 << 24;
  void *args[] = {&p, &n};
  cuLaunchKernel(f, (n + 255) / 256, 1, 1, 256, 1, 1, 0, nullptr, args, nullptr);
  // CHECK: [[#@LINE-1]]:3: warning: 'scale' is predicted to take {{.*}} on a100-sxm4-40gb, {{.*}} [gpuperf-kernel-time]
  cuLaunchKernel(f, 1, 1, 1, 2048, 1, 1, 0, nullptr, args, nullptr);
  // CHECK: [[#@LINE-1]]:3: warning: {{.*}}2048{{.*}}1024{{.*}} [gpuperf-invalid-launch]
  CUfunction other;
  cuModuleGetFunction(&other, module, "elsewhere");
  cuLaunchKernel(other, 64, 1, 1, 128, 1, 1, 0, nullptr, args, nullptr);
  // CHECK: [[#@LINE-1]]:3: warning: no prediction for 'elsewhere' on a100-sxm4-40gb: no kernel 'elsewhere' is in this file, or in one alone of the program's others: a module is asked for it by name [gpuperf-kernel-time]
  cuLaunchKernel(f, (n + 31) / 32, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr);
  // CHECK: [[#@LINE-1]]:{{.*}}: warning: block size 32 of 'scale': {{.*}} [gpuperf-launch-config]
  // FIXED: cuLaunchKernel(f, (n + 511) / 512, 1, 1, 512, 1, 1, 0, nullptr, args, nullptr);
}
