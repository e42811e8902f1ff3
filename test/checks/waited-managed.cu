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

// A variable that both see: the wait in front of the flag is needed, the one
// behind the first launch is not.
__managed__ bool Again;
__global__ void flagged(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = 0.5f * a[i];
  if (b[i] > 1)
    Again = true;
}
void untilNot(float *a, float *b) {
  do {
    Again = false;
    flagged<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
  } while (Again);
}
void manyKernels(float *a, float *b) {
  do {
    Again = false;
    flagged<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: these 3 waits in every iteration of this loop, with 4 launches of {{[0-9.]+}} us, serve nothing
    // CHECK: [[#@LINE-2]]:5: note: {{.*}} up to its next wait: leave them out{{$}}
    // CHECK: [[#@LINE+3]]:5: note: this one, too
    // CHECK: [[#@LINE+4]]:5: note: this one, too
    flagged<<<64, 256>>>(b, a);
    cudaDeviceSynchronize();
    flagged<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    flagged<<<64, 256>>>(b, a);
    cudaDeviceSynchronize();
  } while (Again);
}
// What runs in front of a launch may be read behind it without another wait.
void readLater(float *a, float *b) {
  do {
    flagged<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    flagged<<<64, 256>>>(b, a);
    flagged<<<64, 256>>>(a, b);
    flagged<<<64, 256>>>(b, a);
  } while (!Again);
}
// What the last iteration launches last is read behind the loop only.
int readBehind(float *a, float *b) {
  int Sum = 0;
  for (int k = 0; k < 100; ++k) {
    flagged<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: these 3 waits in every iteration of this loop, with 4 launches of {{[0-9.]+}} us, serve nothing
    // CHECK: [[#@LINE-2]]:5: note: {{.*}} up to its next wait: leave them out, and wait once behind the loop{{$}}
    // CHECK: [[#@LINE+3]]:5: note: this one, too
    // CHECK: [[#@LINE+7]]:5: note: this one, too
    flagged<<<64, 256>>>(b, a);
    cudaDeviceSynchronize();
    flagged<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    Sum += Again;
    flagged<<<64, 256>>>(b, a);
    cudaDeviceSynchronize();
  }
  return Sum + Again;
}
