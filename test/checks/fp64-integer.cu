// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
//
// A double that is cut to a byte: literals make it one.
__global__ void grey(const unsigned char *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: [[#@LINE+4]]:{{[0-9]+}}: warning: '0.299' makes this expression double, and it is cut to an integer of 8 bits: {{[0-9]+}}% of the time of 'grey' on rtx-3080 [gpuperf-fp64-arithmetic]
    // CHECK: note: an 'f' behind the literals computes it in float, whose 24 bits are more than the integer has
    // CHECK: note: no fix-it: a result next to an integer may be cut to the other one
    // CHECK: note: predicted {{.*}} in this launch
    out[i] = 0.299 * in[3 * i] + 0.587 * in[3 * i + 1] + 0.114 * in[3 * i + 2];
}

// Silent: a float has too few bits for integers of 32.
__global__ void mixed(const int *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 0.299 * in[3 * i] + 0.587 * in[3 * i + 1] + 0.114 * in[3 * i + 2];
}

void run(const unsigned char *in, const int *wide, unsigned char *out) {
  const int n = 1 << 24;
  grey<<<n / 256, 256>>>(in, out, n);
  mixed<<<n / 256, 256>>>(wide, out, n);
}
