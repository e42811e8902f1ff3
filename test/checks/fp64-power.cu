// nvcc computes pow of a float and an integer in double, as C++11 wants it;
// clang's own headers make a float of it.
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s
// RUN: cp %s %t.cu
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" --fix %t.cu -- %device > %t.log 2>&1
// RUN: grep -v "FIXED:" %t.cu > %t.fixed
// RUN: FileCheck --check-prefix=FIXED %s < %t.fixed

__global__ void fifths(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = pow(in[i], 5) + 1.0f;
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 'pow' makes this expression {{.*}}double{{.*}} of the time of 'fifths' on rtx-3080
  // FIXED: out[i] = powf(in[i], 5) + 1.0f;
}

// What the fix of the outer function leaves in double is said.
__global__ void distances(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = exp(pow(in[i], 2) + 0.5);
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: '0.5' makes this expression {{.*}}double{{.*}} of the time of 'distances' on rtx-3080
  // CHECK: note: nvcc computes the 'pow' of a float and an integer in it in double as well: the time holds once that is a product, which gpuperf-constant-power writes
  // FIXED: out[i] = expf(pow(in[i], 2) + 0.5f);
}

// CHECK-NOT: as well
// CHECK-NOT: warning:
__global__ void ofFloats(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = pow(in[i], 2.0f) + powf(in[i], 3);
}

void run(float *out, const float *in) {
  fifths<<<4096, 256>>>(out, in, 1 << 20);
  distances<<<4096, 256>>>(out, in, 1 << 20);
  ofFloats<<<4096, 256>>>(out, in, 1 << 20);
}
