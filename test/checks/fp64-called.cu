// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s
//
// A constant that makes the argument of an overloaded function a double makes
// the function the one for doubles: what that executes goes with it, in a
// function of the user as well. Of the two kernels, the one that the program
// launches again and again is told, although the share of the other is larger.
__device__ float ripple(float x, float y) {
  // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: '6.28318530717958' makes this expression of floats double: {{[0-9]+}}% of the time of 'refine' on rtx-3080
  // CHECK: note: a thread executes {{[3-9][0-9]}} double-precision instructions for it
  // CHECK: note: predicted {{.*}} in this launch, the worst of 2
  return x * x + y * y - 3.0f * (cos(6.28318530717958 * x) + cos(6.28318530717958 * y));
}
__global__ void start(float *best, const float *x, const float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    best[i] = ripple(x[i], y[i]);
}
__global__ void refine(float *best, float *x, float *y, float *vx, float *vy,
                       float step, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  x[i] += step * vx[i];
  y[i] += step * vy[i];
  best[i] = fminf(best[i], ripple(x[i], y[i]));
}
int main() {
  const int n = 1 << 20;
  float *best, *x, *y, *vx, *vy;
  cudaMalloc(&best, n * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&vx, n * sizeof(float));
  cudaMalloc(&vy, n * sizeof(float));
  start<<<n / 256, 256>>>(best, x, y, n);
  for (int round = 0; round < 50; ++round)
    refine<<<n / 256, 256>>>(best, x, y, vx, vy, 0.1f, n);
}
