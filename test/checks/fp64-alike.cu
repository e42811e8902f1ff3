// Kernels with the same literals are named in one note, and an expression far
// above is where many lines are told: clang numbers the lines wrong that it
// shows above the place of a warning.
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s
__global__ void alongX(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = in[i];
  for (int k = 0; k < n; ++k) {
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: '0.3' makes this expression of floats double, as on line [[#@LINE+20]]: {{[0-9]+}}% of the time of 'alongX'
    sum = 0.3 * sum + in[k];
    // CHECK-NEXT: [[#@LINE-1]] |     sum = 0.3 * sum + in[k];
    // CHECK: note: the same stands in 'alongY' of this file
    // CHECK: note: predicted
    //
    //
    //
    //
    //
    //
    //
    //
    //
    //
    //
    //
    //
    //
    //
    sum = 0.7 * sum * sum * (sum - 0.9) + 0.1;
  }
  out[i] = sum;
}
// It runs the loop once: its doubles cost next to nothing.
__global__ void alongY(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = in[32 * i] + in[32 * i + 8] + in[32 * i + 16] + in[32 * i + 24];
  for (int k = 0; k < n; ++k) {
    sum = 0.3 * sum + in[k];
    sum = 0.7 * sum * sum * (sum - 0.9) + 0.1;
  }
  out[i] = sum;
}
// Other literals.
__global__ void alongZ(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = in[32 * i] + in[32 * i + 8] + in[32 * i + 16] + in[32 * i + 24];
  for (int k = 0; k < n; ++k)
    sum = 0.3 * sum + in[k];
  out[i] = sum;
}
void run(float *out, const float *in) {
  alongX<<<4096, 256>>>(out, in, 1000);
  alongY<<<4096, 256>>>(out, in, 0);
  alongZ<<<4096, 256>>>(out, in, 0);
}
