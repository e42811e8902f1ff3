// Without a main, nobody says how often functions are called: a launch of one
// is not light beside that of another.
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

__global__ void sumRows(float *sums, const float *a, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += a[row * 64 + i];
  // CHECK: [[#@LINE-1]]:12: warning: {{.*}} of the time of 'sumRows'
  sums[row] = sum;
}
__global__ void interact(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += __fsqrt_rn(in[i] * in[j] + 1.0f);
  out[i] = sum;
}
void sumN(float *sums, const float *a, int n) {
  sumRows<<<n / 256, 256>>>(sums, a, n);
}
void interactN(float *out, const float *in, int n) {
  interact<<<n / 256, 256>>>(out, in, n);
}
void normalise(float *sums, const float *a) { sumN(sums, a, 1 << 17); }
void simulate(float *out, const float *in) { interactN(out, in, 1 << 20); }
