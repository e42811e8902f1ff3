// A kernel that is launched once, before a loop over time that data end: what
// its paths take is a guess, but not that it weighs nothing.
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --allow-empty --implicit-check-not=warning: %s
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- -DALONE %host 2>&1 | FileCheck --check-prefix=ALONE %s

__device__ float reduced(float x) {
  while (x > 6.28f)
    x -= 6.28f;
  return x;
}

__global__ void start(float *u, float *v, int n, float step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < n; ++j) {
    float x = reduced(i * step), y = reduced(j * step);
    u[j * n + i] = 1. * sin(x) * cos(y);
    // ALONE: warning: {{.*}} of the time of 'start'
    v[j * n + i] = -1. * cos(x) * sin(y);
  }
}

__global__ void advance(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 1; j + 1 < n; ++j)
    to[j * n + i] = from[(j - 1) * n + i] + from[(j + 1) * n + i];
}

int main() {
  const int n = 1024;
  float *u, *v, *t, end;
  cudaMalloc(&u, n * n * sizeof(float));
  cudaMalloc(&v, n * n * sizeof(float));
  cudaMalloc(&t, n * n * sizeof(float));
  start<<<n / 256, 256>>>(u, v, n, 1.0f / n);
#ifndef ALONE
  float time = 0;
  while (time < 1) {
    for (int i = 0; i < 4; ++i) {
      advance<<<n / 256, 256>>>(t, u, n);
      advance<<<n / 256, 256>>>(u, t, n);
    }
    cudaMemcpy(&end, u, sizeof(float), cudaMemcpyDeviceToHost);
    time += end;
  }
#endif
  return 0;
}
