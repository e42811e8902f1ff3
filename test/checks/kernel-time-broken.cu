// Broken code: the good kernels keep their predictions, the broken get none.
// RUN: not %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: t4, gpuperf-kernel-time.ReportUnknown: true}}" %s -- %device 2>&1 | FileCheck %s
// RUN: not %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: t4, gpuperf-kernel-time.ReportUnknown: true}}" %s -- %host 2>&1 | FileCheck %s

__global__ void good(float *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

__global__ void undeclared(float *p) {
  p[threadIdx.x] = missing;
}

__global__ void unfinished(float *p) {
  p[threadIdx.x] = 2.0f
}

__device__ float helper(float v) { return v * nothing; }
__global__ void callsBroken(float *p) { p[threadIdx.x] = helper(2.0f); }

__global__ void onlyDeclared(float *p);

void run(float *p, int b) {
  good<<<64, 128>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: 'good' is predicted to take
  undeclared<<<64, 128>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: no prediction for 'undeclared' on t4: {{.*}}error
  unfinished<<<64, 128>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: no prediction for 'unfinished' on t4: {{.*}}error
  callsBroken<<<64, 128>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: no prediction for 'callsBroken' on t4: {{.*}}error
  onlyDeclared<<<64, 128>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: no prediction for 'onlyDeclared' on t4: {{.*}}no body
  good<<<64, b>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: no prediction for 'good' on t4: {{.*}}block
}
