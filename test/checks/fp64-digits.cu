// Where the file shows that the digits of a float are too few, float is not
// proposed: it prints more of them, or ends iterations by a tiny difference.
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DTIMES 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DPRINTED 2>&1 | FileCheck --allow-empty --check-prefix=WANTED %s
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DSTREAMED 2>&1 | FileCheck --allow-empty --check-prefix=WANTED %s
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DCOMPARED 2>&1 | FileCheck --allow-empty --check-prefix=WANTED %s
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DHANDED 2>&1 | FileCheck --allow-empty --check-prefix=WANTED %s
// RUN: %tidy -checks=-*,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DLITERAL 2>&1 | FileCheck --check-prefix=LITERAL %s
// WANTED-NOT: warning:
// CHECK: warning: double-precision arithmetic, 64 times as slow as float
// What a literal makes double is no choice of the program.
// LITERAL: warning: '0.1' makes this expression of floats double
extern "C" int printf(const char *, ...);
struct Stream {};
struct Precision { int n; };
Precision setprecision(int n);
Stream &operator<<(Stream &, Precision);
Stream &operator<<(Stream &, double);
extern Stream out;

__global__ void attract(const double *x, double *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double v = x[i];
  for (int k = 0; k < 2000; ++k)
    v = v * (1.5 - v * v) + x[k];
  f[i] = v;
}
__global__ void damp(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = y[i];
    for (int k = 0; k < 2000; ++k)
      v = v * 0.1 + 0.7;
    y[i] = v;
  }
}
double distance(const double *f, int n);
double seconds();
void until(const double *x, double *f, double eps) {
  const int n = 1 << 16;
  while (distance(f, n) > eps)
    attract<<<n / 256, 256>>>(x, f, n);
}
int main() {
  const int n = 1 << 16;
  double *x, *f;
  float *y;
  cudaMalloc(&x, n * sizeof(double));
  cudaMalloc(&f, n * sizeof(double));
  cudaMalloc(&y, n * sizeof(float));
  attract<<<n / 256, 256>>>(x, f, n);
  double host[1] = {0}, elapsed = seconds();
  cudaMemcpy(host, f, sizeof(host), cudaMemcpyDeviceToHost);
#if defined(PRINTED) || defined(LITERAL)
  printf("%d: %6.3f %.12e\n", n, elapsed, host[0]);
#elif defined(STREAMED)
  out << setprecision(10) << elapsed << host[0];
#elif defined(COMPARED)
  const double tolerance = 1e-10;
  if (host[0] - 1.0 > tolerance)
    return 1;
#elif defined(HANDED)
  until(x, f, 1e-9);
#elif defined(TIMES)
  // A time, few digits, and a number that nothing is compared with.
  printf("%.10f s, %.6f, %% %5d %e\n", elapsed, host[0], n, host[0]);
  out << setprecision(12) << elapsed;
  out << setprecision(6) << host[0];
  const double charge = 1.6e-19;
  if (host[0] > 1e-3)
    return charge > 0;
#endif
#ifdef LITERAL
  damp<<<n / 256, 256>>>(y, n);
#endif
}
