// Of a function that is not inlined, the lines are known all the same.
// RUN: %tidy -checks=-*,gpuperf-constant-power,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %tidy -checks=-*,gpuperf-constant-power,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s

// No double is written here: nvcc makes it one.
__device__ __noinline__ float fitness(float x, float y) {
  float a = 1 + (x - 1) / 4;
  // CHECK: [[#@LINE+3]]:14: warning: 'pow' with the exponent 2, as on line [[#@LINE+5]]: {{[5-9][0-9]}}% of the time of 'best' on rtx-3080 [gpuperf-constant-power]
  // CHECK: note: the routine for any exponent is some {{[0-9]+}} instructions here, 'a * a' is 1 multiplication
  // CHECK: note: nvcc computes 'pow' of a float and an integer in double
  float it = pow(a, 2) + 10;
  return it +
         pow(y - 1, 2);
}
__global__ void best(const float *x, const float *y, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = fminf(fitness(x[i], y[i]), fitness(y[i], x[i]));
}

// The literal makes it double, which the kernel says nothing of.
__device__ __noinline__ float decay(float x) {
  float s = x;
  s = exp(s * 0.1) + 0.3;
  // CHECK: [[#@LINE-1]]:15: warning: '0.1' makes this expression of floats double: {{[5-9][0-9]}}% of the time of 'decays' on rtx-3080 [gpuperf-fp64-arithmetic]
  // CHECK: note: the fix computes it in single precision
  return s;
}
__global__ void decays(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = decay(x[i]) - decay(out[i]);
}

void run(float *x, float *y, float *out) {
  const int n = 1 << 20;
  best<<<n / 256, 256>>>(x, y, out, n);
  decays<<<n / 256, 256>>>(x, out, n);
}
