// HIP code is checked for AMD's GPUs, in a device parse and in a host parse.
// RUN: %tidy -checks=-*,gpuperf-* --config="{CheckOptions: {GpuperfGpu: mi250x}}" %s -- -x hip --offload-arch=gfx90a -nogpuinc -nogpulib --cuda-device-only 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-* --config="{CheckOptions: {GpuperfGpu: mi250x}}" %s -- -x hip --offload-arch=gfx90a -nogpuinc -nogpulib --cuda-host-only 2>&1 | FileCheck %s
// For NVIDIA's it is said that nothing is known.
// RUN: %tidy -checks=-*,gpuperf-* --config="{CheckOptions: {GpuperfGpu: t4, gpuperf-kernel-time.ReportUnknown: true}}" %s -- -x hip --offload-arch=gfx90a -nogpuinc -nogpulib --cuda-device-only 2>&1 | FileCheck --check-prefix=OTHER %s
// Of GPUs of both makers, AMD's are answered for, whichever comes first.
// RUN: %tidy -checks=-*,gpuperf-* --config="{CheckOptions: {GpuperfGpu: 't4; mi250x'}}" %s -- -x hip --offload-arch=gfx90a -nogpuinc -nogpulib --cuda-device-only 2>&1 | FileCheck --check-prefixes=CHECK,BOTH %s
#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ dim3(unsigned x, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
};
extern "C" int hipConfigureCall(dim3 grid, dim3 block, unsigned long shared = 0,
                                void *stream = nullptr);
extern "C" int __hipPushCallConfiguration(dim3 grid, dim3 block,
                                          unsigned long shared = 0,
                                          void *stream = nullptr);
extern "C" int hipLaunchKernel(const void *f, dim3 grid, dim3 block,
                               void **args, unsigned long shared, void *stream);

__global__ void fill(float *p, int n) {
  if (int(__builtin_amdgcn_workitem_id_x()) < n)
    p[__builtin_amdgcn_workitem_id_x()] = 1;
}

void run(float *p) { fill<<<1, 2048>>>(p, 100); }
// CHECK: :[[@LINE-1]]:22: warning: {{.*}}2048{{.*}}1024{{.*}} [gpuperf-invalid-launch]
// OTHER: :[[@LINE-2]]:22: warning: {{.*}}HIP code is answered for AMD's GPUs: t4 is none of them
// BOTH: note: HIP code is answered for AMD's GPUs, not for t4
