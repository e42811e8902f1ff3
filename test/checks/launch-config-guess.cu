// No block where two guesses would be compared, or where it saves less than a
// microsecond; and no warning for one idle lane in a thousand.
// RUN: %tidy -checks=-*,gpuperf-launch-config,gpuperf-partial-warp --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

// How long a thread runs, data decides: by a factor of hundreds.
__global__ void follow(const int *next, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float s = 0;
  int steps = next[i];
  while (steps > 0) {
    for (int k = next[steps]; k > 0; k = next[k])
      s += sqrtf(s + k);
    steps = next[steps];
  }
  out[i] = s;
}
template <int Steps>
__global__ void fixed(const int *next, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float s = 0;
  for (int k = 0; k < Steps; ++k)
    s += sqrtf(s + k);
  out[i] = s;
}
__global__ void copy(const int *next, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = next[i];
}
__global__ void compare(const double *a, const int *of, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double s = a[of[i]];
    for (int k = 0; k < 3; ++k)
      s = s * 3.0 + 1.5;
    out[i] = s < 0.5;
  }
}
int main() {
  int *next;
  double *a;
  float *out;
  cudaMalloc(&next, 1 << 22);
  cudaMalloc(&out, 1 << 22);
  cudaMalloc(&a, 1 << 13);
  // CHECK: [[#@LINE+1]]:3: warning: block size 1024 of 'fixed<2000>'
  fixed<2000><<<20, 1024>>>(next, out, 20 * 1024);
  // CHECK-NOT: warning:
  follow<<<20, 1024>>>(next, out, 20 * 1024);
  compare<<<1, 1024>>>(a, next, out, 1024);
  // CHECK: [[#@LINE+2]]:3: warning: block size 1023 of 'copy': {{.*}} [gpuperf-launch-config]
  // CHECK-NOT: warning:
  copy<<<2000, 1023>>>(next, out, 2000 * 1023);
}
