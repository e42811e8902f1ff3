// RUN: %tidy -checks=-*,gpuperf-fast-math --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s

// What one thread does once is not the line to change.
__global__ void scaled(const float *x, float *y) {
  __shared__ float mean;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    mean = sqrtf(x[i]) / 3.7f;
  __syncthreads();
  float s = 0;
  for (int k = 1; k <= 64; ++k)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: precise {{.*}} of floats: {{[0-9]+}}% of the time of 'scaled' on rtx-3080
    s += cosf(x[i] * k) / (mean + k);
  y[i] = s;
}

void run(const float *x, float *y) { scaled<<<1 << 14, 256>>>(x, y); }
