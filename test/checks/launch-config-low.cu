// Numbers of the kernel that bar small blocks where a constant makes them.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

#define COUNT 20480
#define HEADED 1024
#define FOLDED 1024

// A number that the kernel has of its own bars smaller blocks.
__global__ void heads(const double *x, double *out) {
  __shared__ double tile[HEADED];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double mine = x[i], sum = 0;
  for (int t = 0; t < COUNT / HEADED; ++t) {
    tile[threadIdx.x] = x[t * HEADED + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < HEADED; ++k)
      sum += tile[k] * mine + tile[k] * tile[k];
    __syncthreads();
  }
  if (threadIdx.x < 96)
    sum += 1;
  out[i] = sum;
}

// The last warps of the sum are added by one, which takes two of them.
__global__ void folded(const double *x, double *out) {
  __shared__ double tile[FOLDED];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double mine = x[i], sum = 0;
  for (int t = 0; t < COUNT / FOLDED; ++t) {
    tile[threadIdx.x] = x[t * FOLDED + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < FOLDED; ++k)
      sum += tile[k] * mine + tile[k] * tile[k];
    __syncthreads();
  }
  if (threadIdx.x < 32)
    sum += tile[threadIdx.x + 32];
  out[i] = sum;
}

int main() {
  double *x, *y;
  cudaMalloc(&x, COUNT * sizeof(double));
  cudaMalloc(&y, COUNT * sizeof(double));
  // CHECK: [[#@LINE+2]]:3: warning: block size 1024 of 'heads': with 128 instead of 1024 for 'HEADED' it is predicted 2.{{[0-9]}}x faster
  // CHECK: note: {{.*}} other numbers for it: 512: {{.*}}, 256: {{.*}}, 128: {{[0-9.]+ .s}}; not 32, 64: the kernel has numbers of its own up to 96
  heads<<<COUNT / HEADED, HEADED>>>(x, y);
  // CHECK: [[#@LINE+2]]:3: warning: block size 1024 of 'folded': with 64 instead of 1024 for 'FOLDED'
  // CHECK: note: {{.*}} 64: {{[0-9.]+ .s}}; not 32: the kernel has numbers of its own up to 32
  folded<<<COUNT / FOLDED, FOLDED>>>(x, y);
}
