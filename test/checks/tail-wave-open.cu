// A literal grid whose kernel strides by it, where a size is open, and where data
// end a loop in each stride.
// RUN: %tidy -checks=-*,gpuperf-tail-wave --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-tail-wave --config="{CheckOptions: {GpuperfGpu: rtx-3080, GpuperfMinGainPercent: 40}}" %s -- %host 2>&1 | FileCheck %s --check-prefix=HIGH --allow-empty
// HIGH-NOT: warning:

// Each block walks rows, and in each as far as data say.
__global__ void firstAbove(int *at, const float *x, int rows, int columns, float least) {
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float sum = 0;
    int c = threadIdx.x;
    for (; c < columns && sum < least; c += 256) {
      float s = x[row * columns + c];
      for (int k = 0; k < 500; ++k)
        s = s * 0.99f + 1.0f;
      sum += s;
    }
    at[row * 256 + threadIdx.x] = c;
  }
}
// Each thread walks elements.
__global__ void chains(float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float s = y[i];
    for (int k = 0; k < 500; ++k)
      s = s * 0.99f + 1.0f;
    y[i] = s;
  }
}
// How far data lead is another number in each thread, and there is one of them.
__global__ void follow(int *next, float *y, int n) {
  float s = 0;
  for (int i = next[blockIdx.x * blockDim.x + threadIdx.x]; i != 0; i = next[i])
    for (int k = 0; k < 500; ++k)
      s = s * 0.99f + 1.0f;
  y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
// Two sizes say how often it strides.
__global__ void area(float *y, int width, int height) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < width * height; i += gridDim.x * blockDim.x) {
    float s = y[i];
    for (int k = 0; k < 500; ++k)
      s = s * 0.99f + 1.0f;
    y[i] = s;
  }
}

void literal(int *at, float *x) {
  firstAbove<<<512, 256>>>(at, x, 65536, 2048, 0.5f);
  // CHECK: [[#@LINE-1]]:3: warning: the last wave of 'firstAbove' on rtx-3080 is 25% full: 408 blocks run at a time and the last 104 of 512 by themselves, for {{[12][0-9]}}% of the time [gpuperf-tail-wave]
  // CHECK: note: the kernel strides by the grid: 408 blocks do the same work in 1 whole wave
}
void open(int *at, float *x, int rows, int columns) {
  firstAbove<<<512, 256>>>(at, x, rows, columns, 0.5f);
  // CHECK: [[#@LINE-1]]:3: warning: the last wave of 'firstAbove' {{.*}} of 512 by themselves, for at least {{[12][0-9]}}% of the time where rows is {{[0-9]+}} or more
  // CHECK: note: predicted {{.*}} for the same work in whole waves, at the sizes tried that lose least (6 blocks per SM)
}
void elements(float *y, int n) {
  chains<<<512, 256>>>(y, n);
  // CHECK: [[#@LINE-1]]:3: warning: the last wave of 'chains' {{.*}} for at least {{[12][0-9]}}% of the time where n is {{[0-9]+}} or more
}

// CHECK-NOT: warning:
// Too few rows for a block to be like the others.
void few(int *at, float *x) { firstAbove<<<512, 256>>>(at, x, 2048, 2048, 0.5f); }
void lists(int *next, float *y, int n) { follow<<<512, 256>>>(next, y, n); }
void two(float *y, int width, int height) { area<<<512, 256>>>(y, width, height); }
// The grid grows with the size.
void grows(float *y, int n) { chains<<<n / 4096, 256>>>(y, n); }
