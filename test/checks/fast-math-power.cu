// powf and log10f have fast forms as well, and -use_fast_math takes them.
// RUN: %tidy -checks=-*,gpuperf-fast-math --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DPOWER 2>&1 | FileCheck %s --check-prefix=POWER --implicit-check-not=warning:
// RUN: %tidy -checks=-*,gpuperf-fast-math --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DDECADE 2>&1 | FileCheck %s --check-prefix=DECADE --implicit-check-not=warning:
// RUN: %tidy -checks=-*,gpuperf-fast-math --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DTAKEN 2>&1 | FileCheck %s --check-prefix=TAKEN --implicit-check-not=warning: --allow-empty
// RUN: %tidy -checks=-*,gpuperf-fast-math --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DPOWER -fgpu-approx-transcendentals 2>&1 | FileCheck %s --check-prefix=TAKEN --implicit-check-not=warning: --allow-empty
// The same with the flag of the command as with the functions in the source.
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DTAKEN > %t.taken 2>&1
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host -DPOWER -fgpu-approx-transcendentals > %t.flag 2>&1
// RUN: FileCheck %s --check-prefix=SAME < %t.taken
// RUN: diff %t.taken %t.flag
// SAME: warning: 'kernel' is predicted to take
// TAKEN-NOT: warning:

__global__ void kernel(const float *x, float *y, float n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 200; ++k)
#if defined(POWER)
    // POWER: [[#@LINE+1]]:12: warning: precise powf of floats: {{[4-9][0-9]}}% of the time of 'kernel'
    sum += powf(x[i] + k, n);
#elif defined(TAKEN)
    sum += __powf(x[i] + k, n);
#elif defined(DECADE)
    // DECADE: [[#@LINE+1]]:12: warning: precise log10f of floats: {{[4-9][0-9]}}% of the time of 'kernel'
    sum += log10f(x[i] + k);
#endif
  y[i] = sum;
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 1 << 24);
  cudaMalloc(&y, 1 << 24);
  kernel<<<1 << 14, 256>>>(x, y, 2.5f);
}
