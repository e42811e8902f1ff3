// Where the tried sizes do not fit the program's own integers, the grid is a
// guess that does not follow the constant: fewer threads would do half of the
// work. What is given to a parameter of type float is no size.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --allow-empty --implicit-check-not=warning: %s
// CHECK-NOT: warning:

#define COLS 16

__global__ void tiles(int count, float l, const float *a, const float *b, float *c) {
  int x = blockIdx.x * COLS + threadIdx.x;
  if (x >= count)
    return;
  __shared__ float part[COLS * 64];
  float d = a[x] - b[threadIdx.y];
  part[threadIdx.x * 64 + threadIdx.y] = expf(-d * d / l) * b[threadIdx.y + 64];
  __syncthreads();
  if (threadIdx.y == 0) {
    float sum = 0;
    for (int i = 0; i < 64; ++i)
      sum += part[threadIdx.x * 64 + i];
    c[x] = sum;
  }
}

void cube(const float *a, const float *b, float *c, int n) {
  const int count = n * n * n;
  float l = 0.1f;
  while (l < 1e5f) {
    tiles<<<(count + COLS - 1) / COLS, dim3(COLS, 64)>>>(count, l, a, b, c);
    l *= 10;
  }
}
