// RUN: %tidy -checks=-*,gpuperf-launch-config,gpuperf-partial-warp --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not='.cu:{{[0-9]+:[0-9]+}}: warning:' %s
// RUN: %tidy -checks=-*,gpuperf-partial-warp --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --check-prefix=PARTIAL --implicit-check-not='.cu:{{[0-9]+:[0-9]+}}: warning:' %s
// RUN: cp %s %t.cu && %tidy -fix -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %t.cu -- %device > /dev/null 2>&1
// RUN: FileCheck --check-prefix=FIXED --input-file=%t.cu %s

// One variable is the block of three launches, and one block is the best of all
// of them: that is one finding with one fix, for the launch that gains most,
// and nothing more is said of the lanes that idle.
#define PLACE                                                                  \
  int i = blockIdx.x * blockDim.x + threadIdx.x;                               \
  int j = blockIdx.y * blockDim.y + threadIdx.y;                               \
  int k = blockIdx.z * blockDim.z + threadIdx.z;                               \
  if (i >= n || j >= n || k >= n)                                              \
    return;                                                                    \
  int at = (k * n + j) * n + i;
__global__ void toComplex(float2 *out, const float *in, int n) {
  PLACE
  out[at] = make_float2(in[at], 0);
}
__global__ void solve(float2 *out, const float *waves, int n) {
  PLACE
  float s = waves[i] * waves[i] + waves[j] * waves[j] + waves[k] * waves[k];
  out[at] = make_float2(out[at].x / -s, out[at].y / -s);
}
__global__ void toReal(float *out, const float2 *in, int n) {
  PLACE
  out[at] = in[at].x / n;
}

void run(float *a, float2 *b, const float *w) {
  const int n = 256;
  // FIXED: dim3 block(256, 1, 1), grid(
  dim3 block(2, 2, 2), grid((n + block.x - 1) / block.x,
                            (n + block.y - 1) / block.y,
                            (n + block.z - 1) / block.z);
  // PARTIAL: [[#@LINE+1]]:3: warning: block size 2 x 2 x 2 of 'toComplex' is not a multiple of the warp size 32
  toComplex<<<grid, block>>>(b, a, n);
  solve<<<grid, block>>>(b, w, n);
  // CHECK: [[#@LINE+2]]:3: warning: block size 2 x 2 x 2 of 'toReal': 256 x 1 x 1 is predicted {{[0-9.]+}}x faster on rtx-3080
  // CHECK: note: it is the block of 'solve' ({{[0-9.]+}} ms -> {{[0-9.]+}} us) and 'toComplex' ({{[0-9.]+}} ms -> {{[0-9.]+}} us), too, and makes them faster
  toReal<<<grid, block>>>(a, b, n);
}

// Launches with variables of their own are findings of their own.
void runApart(float *a, float2 *b) {
  const int n = 256;
  dim3 narrow(2, 2, 2), flat(4, 2, 1);
  // CHECK: [[#@LINE+2]]:3: warning: block size 2 x 2 x 2 of 'toComplex'
  // PARTIAL: [[#@LINE+1]]:3: warning: block size 2 x 2 x 2 of 'toComplex'
  toComplex<<<dim3(128, 128, 128), narrow>>>(b, a, n);
  // CHECK: [[#@LINE+2]]:3: warning: block size 4 x 2 of 'toReal'
  // PARTIAL: [[#@LINE+1]]:3: warning: block size 4 x 2 of 'toReal'
  toReal<<<dim3(64, 128, 256), flat>>>(a, b, n);
}
