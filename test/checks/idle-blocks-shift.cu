// Sizes with which the program cannot compute its grid say nothing of it: 1 << q
// with a q of a thousand is no number of elements.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --allow-empty --implicit-check-not=warning: %s
// CHECK-NOT: warning:

__global__ void halves(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) {
    out[i] = in[i];
    out[i + n / 2] = in[i + n / 2];
  }
}

void run(const int *in, int *out, int q) {
  int n = 1 << q;
  halves<<<(n / 2 + 1023) / 1024, 1024>>>(in, out, n);
}
