// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck --implicit-check-not=warning: %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host
#include "Inputs/library-calls.h"

// The layout of what a library reads or writes is not the user's.
__global__ void realOf(float *out, const float2 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x;
}
void transform(float *out, float2 *spectrum) {
  cufftExecC2C(0, spectrum, spectrum, 1);
  realOf<<<8192, 256>>>(out, spectrum);
}

// Nor is that of the elements which a library has a name for, wherever it is
// called.
__global__ void imaginaryOf(float *out, const cufftComplex *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].y;
}
void elsewhere(float *out, const cufftComplex *in) {
  imaginaryOf<<<8192, 256>>>(out, in);
}

// The same of the program's own.
__global__ void realOfOwn(float *out, const float2 *own) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = own[i].x;
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: {{.*}} of the time of 'realOfOwn'
  // CHECK: note: {{.*}} a structure of arrays
}
void own(float *out, const float2 *values) {
  realOfOwn<<<8192, 256>>>(out, values);
}

// Where the rows lie apart there is another act.
__global__ void sumOfRow(float *sums, const float *table, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += table[row * n + i];
  // CHECK: [[#@LINE-1]]:12: warning: 32 sectors per request instead of 4 {{.*}} of the time of 'sumOfRow'
  // CHECK: note: 'cublasSgemv' prescribes how the array lies: give each row to a warp here, or stage a tile
  sums[row] = sum;
}
struct Product {
  float *table, *sums;
  void run(const float *x, float *y) {
    cublasSgemv(0, 8192, table, x, y);
    sumOfRow<<<32, 256>>>(sums, table, 8192);
  }
};

// Random numbers are as good in another order.
struct Pair {
  float first, second;
};
__global__ void firstOf(float *out, const Pair *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].first;
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: {{.*}} of the time of 'firstOf'
}
void randomly(float *out, Pair *in) {
  curandGenerateUniform(0, (float *)in, 1 << 22);
  firstOf<<<8192, 256>>>(out, in);
}
