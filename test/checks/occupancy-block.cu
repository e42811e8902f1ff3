// A launch that leaves SMs idle because its blocks are large: each cost is said
// once.
// RUN: %tidy -checks=-*,gpuperf-occupancy,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

#define TILE 1024
#define COUNT 20480

// FP64 takes the time, so that an SM needs few warps: smaller blocks give each
// SM some, and sharing the loop would add nothing. Kernel and block are made
// with one number.
__global__ void masses(const double *x, double *out) {
  __shared__ double tile[TILE];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double mine = x[i], sum = 0;
  for (int t = 0; t < COUNT / TILE; ++t) {
    tile[threadIdx.x] = x[t * TILE + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += tile[k] * mine + tile[k] * tile[k];
    __syncthreads();
  }
  out[i] = sum;
}

// Latency takes the time: more warps help beyond what the block does.
__global__ void pulls(const float4 *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float4 mine = x[i];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    float4 p = x[k];
    float d = (p.x - mine.x) * (p.x - mine.x) + (p.y - mine.y) * (p.y - mine.y) + 0.1f;
    float r = 1.0f / sqrtf(d);
    sum += p.w * mine.w / (d * d) * r - p.z / d;
  }
  out[i] += sum;
}

int main() {
  double *x, *y;
  cudaMalloc(&x, COUNT * sizeof(double));
  cudaMalloc(&y, COUNT * sizeof(double));
  // CHECK-NOT: 'masses' leave
  // CHECK: [[#@LINE+3]]:3: warning: block size 1024 of 'masses': with 64 instead of 1024 for 'TILE' it is predicted 3.{{[0-9]}}x faster
  // CHECK: note: block and kernel are both made with 'TILE'; the file was compiled with other numbers for it: 512: {{.*}}, 256: {{.*}}, 128: {{.*}}, 64: {{.*}}, 32: {{[^;]*$}}
  // CHECK-NOT: 'masses' leave
  masses<<<COUNT / TILE, TILE>>>(x, y);
  float4 *p;
  float *f;
  cudaMalloc(&p, COUNT * sizeof(float4));
  cudaMalloc(&f, COUNT * sizeof(float));
  // CHECK-DAG: [[#@LINE+3]]:3: warning: 20 blocks of 'pulls' leave 48 of 68 SMs of rtx-3080 idle
  // CHECK-DAG: [[#@LINE+2]]:3: note: blocks of [[BLOCK:[0-9]+]], which gpuperf-launch-config names, mend a part of the same ([[US:[0-9.]+ .s]] -> [[THEN:[0-9.]+ .s]]), so that the two gains do not add up: with them, sharing the loop brings [[THEN]] ->
  // CHECK-DAG: [[#@LINE+1]]:3: warning: block size 1024 of 'pulls': {{[0-9]+}} is predicted
  pulls<<<(COUNT + 1023) / 1024, 1024>>>(p, f, COUNT);
}
