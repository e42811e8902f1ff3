// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --check-prefix=TIME %s

// A program that measures sizes from small to large, whose own work takes more
// than a walk may: what it had come to then is not the size to advise for.
__global__ void rows(const float *a, float *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < n)
    for (int j = 0; j < n; ++j)
      sum += a[i * n + j];
  // CHECK: [[#@LINE-1]]:14: warning: {{.*}}: at least {{[0-9]+}}% of the time of 'rows' on rtx-3080 where n is {{[0-9]+}} or more [gpuperf-uncoalesced-access]
  // CHECK-NOT: in this launch
  if (i < n)
    sums[i] = sum;
}

static unsigned hard(unsigned n) {
  unsigned steps = 0;
  for (unsigned k = 1; k < n * n; ++k)
    for (unsigned x = k; x != 1; x = x % 2 ? 3 * x + 1 : x / 2)
      ++steps;
  return steps;
}

int main() {
  float *a, *sums;
  unsigned all = 0;
  for (int n = 64; n <= 8192; n *= 2) {
    cudaMalloc(&a, sizeof(float) * n * n);
    cudaMalloc(&sums, sizeof(float) * n);
    all += hard(n) ^ hard(n + 1) ^ hard(n + 2) ^ hard(n + 3) ^ hard(n + 4) ^
           hard(n + 5) ^ hard(n + 6) ^ hard(n + 7) ^ hard(n + 8) ^ hard(n + 9);
    rows<<<(n + 255) / 256, 256>>>(a, sums, n);
    // TIME: [[#@LINE-1]]:5: warning: 'rows' is predicted
    // TIME: [[#@LINE-2]]:5: note: the program may make larger launches: the walk through it was given up while they still grew (gpuperf record takes them from a run)
    cudaFree(a);
    cudaFree(sums);
  }
  return all == 0;
}
