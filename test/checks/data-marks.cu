// A guard that data pass unless they bear a mark does not make what is behind it
// doubtful; one that they pass only with the mark does.
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

__global__ void unmarked(float *a, const float *b, const int *id, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (id[i] == -1)
    return;
  if (i < n) {
    float s = 0;
    for (int j = 0; j < n; j++) {
      if (id[j] == -1)
        continue;
      float r = a[i] - b[j];
      // CHECK: [[#@LINE+1]]:19: warning: '0.06' makes this comparison of floats double: at least {{[78][0-9]}}% of the time of 'unmarked'
      if (r * r < 0.06)
        s += r;
    }
    a[i] = s;
  }
}
// CHECK-NOT: warning:
__global__ void marked(float *a, const float *b, const int *id, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (int j = 0; j < n; j++) {
      if (id[j] != -1)
        continue;
      float r = a[i] - b[j];
      if (r * r < 0.06)
        s += r;
    }
    a[i] = s;
  }
}
void run(float *a, float *b, int *id, int n) {
  unmarked<<<(n + 255) / 256, 256>>>(a, b, id, n);
  marked<<<(n + 255) / 256, 256>>>(a, b, id, n);
}
