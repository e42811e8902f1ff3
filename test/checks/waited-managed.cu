// RUN: %tidy -checks=-*,gpuperf-waited-launch --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s

__global__ void step(const float *a, float *b, int *changed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = 0.5f * a[i];
  if (b[i] > 1)
    *changed = 1;
}

// The host reads what the kernel has written.
void untilNothingChanges(float *a, float *b) {
  int *Changed;
  cudaMallocManaged(&Changed, sizeof(int));
  do {
    *Changed = 0;
    step<<<64, 256>>>(a, b, Changed);
    cudaDeviceSynchronize();
  } while (*Changed);
}

// The host reads nothing.
void many(float *a, float *b) {
  int *Changed;
  cudaMallocManaged(&Changed, sizeof(int));
  for (int k = 0; k < 100; ++k) {
    step<<<64, 256>>>(a, b, Changed);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: 'cudaDeviceSynchronize' in every iteration of this loop waits for a launch of
  }
}
