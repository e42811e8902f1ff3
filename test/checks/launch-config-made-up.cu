// A size that is made up from the grid is named where times depend on it.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

void ask(int &n);
__global__ void turned(float *A, float *B, int n) {
  int First = blockIdx.x * blockDim.x + threadIdx.x, Second = blockIdx.y * blockDim.y + threadIdx.y;
  for (int i = First; i < n; i += blockDim.x * gridDim.x)
    for (int j = Second; j < n; j += blockDim.y * gridDim.y)
      B[i * n + j] = A[j * n + i];
}
int main() {
  int n = 1;
  ask(n);
  float *A, *B;
  cudaMalloc(&A, n * n * 4);
  cudaMalloc(&B, n * n * 4);
  // CHECK: [[#@LINE+2]]:3: warning: block size 32 x 32 of 'turned': {{.*}} faster on rtx-3080
  // CHECK: note: these are the times with argument 'n' taken as 4096, for which the grid has threads
  turned<<<dim3(128, 128), dim3(32, 32)>>>(A, B, n);
}
