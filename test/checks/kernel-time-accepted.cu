// What clang takes for an error and nvcc, or the command, does not: the kernels
// have their predictions.
// RUN: not %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: t4, gpuperf-kernel-time.ReportUnknown: true}}" %s -- %host -Wno-register -Wno-dynamic-exception-spec -Wno-c++11-narrowing -Werror=unused-variable 2>&1 | FileCheck %s
// Where the command does not say so, clang reports the line; nvcc compiles it.
// RUN: not %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: t4, gpuperf-kernel-time.ReportUnknown: true}}" %s -- %host 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: t4, gpuperf-kernel-time.ReportUnknown: true}}" %s -- %device -Wno-register -Wno-dynamic-exception-spec -Wno-c++11-narrowing 2>&1 | FileCheck %s

__global__ void inRegisters(float *p) {
  register float v[4] = {1, 2, 3, 4};
  p[blockIdx.x * blockDim.x + threadIdx.x] = v[threadIdx.x & 3];
}

__device__ float thrower(float v) throw(int) { return 2 * v; }
__global__ void throws(float *p) { p[threadIdx.x] = thrower(p[threadIdx.x]); }

__global__ void narrows(float *p, int n) {
  const float v[] = {n};
  p[threadIdx.x] = v[0];
}

// -Werror is about how the code is written; it compiles.
__global__ void warned(float *p) {
  int unused = 3;
  p[threadIdx.x] = 1;
}

void run(float *p) {
  inRegisters<<<64, 128>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: 'inRegisters' is predicted to take
  // PLAIN: [[#@LINE-2]]:3: warning: 'inRegisters' is predicted to take
  throws<<<64, 128>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: 'throws' is predicted to take
  // PLAIN: [[#@LINE-2]]:3: warning: 'throws' is predicted to take
  narrows<<<64, 128>>>(p, 3);
  // CHECK: [[#@LINE-1]]:3: warning: 'narrows' is predicted to take
  // PLAIN: [[#@LINE-2]]:3: warning: no prediction for 'narrows' on t4: {{.*}}error
  warned<<<64, 128>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: 'warned' is predicted to take
}
