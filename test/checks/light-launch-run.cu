// A launch that takes less than a fiftieth of what the others of a known run
// take is not worth a finding. Alone it is, or where it is made often.
// RUN: %tidy -checks=-*,gpuperf-*,-gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- -DTIMES=1 -DSTEPS=10 %device 2>&1 | FileCheck --allow-empty --implicit-check-not=warning: --check-prefix=NONE %s
// RUN: %tidy -checks=-*,gpuperf-*,-gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- -DTIMES=1 -DSTEPS=0 %device 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %tidy -checks=-*,gpuperf-*,-gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- -DTIMES=10000 -DSTEPS=10 %device 2>&1 | FileCheck --implicit-check-not=warning: %s
// NONE-NOT: warning:

// Each thread walks through its own row.
__global__ void sumRows(float *sums, const float *a, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += a[row * 64 + i];
  // CHECK: [[#@LINE-1]]:12: warning: {{.*}} of the time of 'sumRows'
  sums[row] = sum;
}

__global__ void interact(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += __fsqrt_rn(in[i] * in[j] + 1.0f);
  out[i] = sum;
}

int main() {
  const int n = 408 * 256; // whole waves
  float *a, *sums, *out;
  cudaMalloc(&a, n * 64 * sizeof(float));
  cudaMalloc(&sums, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  for (int i = 0; i < TIMES; ++i)
    sumRows<<<n / 256, 256>>>(sums, a, n);
  for (int i = 0; i < STEPS; ++i)
    interact<<<n / 256, 256>>>(out, sums, n);
}
