// No advice for launches in functions that a program with main never calls:
// nothing that it may call names them. Their times are told.
// RUN: %tidy -checks=-*,gpuperf-partial-warp --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DMAIN 2>&1 | FileCheck --implicit-check-not="block size 10{{[0-2]}} of" %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DMAIN 2>&1 | FileCheck %s --check-prefix=TIME
// Other files may call the functions of a library.
// RUN: %tidy -checks=-*,gpuperf-partial-warp --config="{CheckOptions: {GpuperfGpu: rtx-3080, GpuperfOtherFiles: false}}" %s -- %host 2>&1 | FileCheck %s --check-prefix=LIBRARY
__global__ void copy(const double *u, double *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = u[i];
}
// TIME: [[#@LINE+3]]:3: warning: 'copy' is predicted
// LIBRARY: [[#@LINE+2]]:3: warning: block size 100 of 'copy'
void left(const double *u, double *v) {
  copy<<<1 << 14, 100>>>(u, v, 100 << 14);
}
// What only such a function calls, and what calls itself.
static void inner(const double *u, double *v) {
  copy<<<1 << 14, 101>>>(u, v, 101 << 14);
}
void outer(const double *u, double *v) { inner(u, v); }
void again(const double *u, double *v, int times) {
  copy<<<1 << 14, 102>>>(u, v, 102 << 14);
  if (times)
    again(u, v, times - 1);
}
void called(const double *u, double *v) {
  // CHECK: [[#@LINE+1]]:3: warning: block size 103 of 'copy'
  copy<<<1 << 14, 103>>>(u, v, 103 << 14);
}
void pointed(const double *u, double *v) {
  // CHECK: [[#@LINE+1]]:3: warning: block size 104 of 'copy'
  copy<<<1 << 14, 104>>>(u, v, 104 << 14);
}
void (*const Way)(const double *, double *) = pointed;
// Whoever loads the program may look for these.
extern "C" void exported(const double *u, double *v) {
  // CHECK: [[#@LINE+1]]:3: warning: block size 105 of 'copy'
  copy<<<1 << 14, 105>>>(u, v, 105 << 14);
}
__attribute__((constructor)) static void first() {
  double *v;
  cudaMalloc(&v, sizeof(double) * (106 << 14));
  // CHECK: [[#@LINE+1]]:3: warning: block size 106 of 'copy'
  copy<<<1 << 14, 106>>>(v, v, 106 << 14);
}
#ifdef MAIN
int main() {
  double *u, *v;
  cudaMalloc(&u, sizeof(double) * (200 << 14));
  cudaMalloc(&v, sizeof(double) * (200 << 14));
  called(u, v);
}
#endif
