// RUN: %tidy -checks=-*,gpuperf-invalid-launch --config="{CheckOptions: {GpuperfGpu: t4}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-invalid-launch --config="{CheckOptions: {GpuperfGpu: t4}}" %s -- %host 2>&1 | FileCheck %s

__global__ void fill(float *p) { p[threadIdx.x] = 0; }
__global__ void bigStatic(float *p) {
  __shared__ float s[10000];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[999 - threadIdx.x % 1000];
}
template <int N> __global__ void dynamicShared(float *p) {
  extern __shared__ float s[];
  s[threadIdx.x] = N;
  __syncthreads();
  p[threadIdx.x] = s[0];
}
#define TOO_MANY 1056

void run(float *p, int n) {
  fill<<<1, 1024>>>(p);
  fill<<<1, 2048>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: launch of 'fill' fails on t4: {{.*}}2048{{.*}}1024{{.*}} [gpuperf-invalid-launch]
  fill<<<1, TOO_MANY>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: launch of 'fill' fails on t4: {{.*}}1056
  fill<<<1, dim3(64, 32)>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: {{.*}}2048{{.*}}1024
  fill<<<1, dim3(1, 1, 128)>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: {{.*}}128{{.*}}64
  fill<<<1, 0>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: launch of 'fill' fails on t4: {{.*}}zero
  fill<<<dim3(1, 70000), 32>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: {{.*}}70000{{.*}}65535
  bigStatic<<<1, 256, 40000>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: launch of 'bigStatic' fails on t4: {{.*}}shared
  dynamicShared<3><<<1, 256, 100000>>>(p);
  // CHECK: [[#@LINE-1]]:3: warning: launch of 'dynamicShared<3>' fails on t4: {{.*}}shared
  // CHECK-NOT: warning:
  dynamicShared<3><<<1, 256, 60000>>>(p); // needs opt-in, runs then
  fill<<<n, 256>>>(p);
  fill<<<1, n>>>(p);
}
