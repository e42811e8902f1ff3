// RUN: %tidy -checks=-*,gpuperf-tree-reduction --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

// A scan of each row by as many threads, part after part.
__global__ void scanRows(float *y, const float *x, int parts) {
  __shared__ float s[256];
  float before = 0;
  for (int p = 0; p < parts; ++p) {
    int i = (blockIdx.x * parts + p) * 256 + threadIdx.x;
    s[threadIdx.x] = x[i];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
      // CHECK: [[#@LINE-1]]:5: warning: each of the 8 steps of this scan in shared memory waits at two barriers: {{[0-9]+}}% of the time of 'scanRows' on rtx-3080 [gpuperf-tree-reduction]
      // CHECK: note: let each warp scan its elements by __shfl_up_sync
      float v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
      __syncthreads();
      s[threadIdx.x] += v;
      __syncthreads();
    }
    y[i] = s[threadIdx.x] + before;
    before += s[255];
    __syncthreads();
  }
}

// The largest of the eight elements up to each: no scan over the block.
__global__ void window(float *y, const float *x) {
  __shared__ float s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x] = x[i];
  __syncthreads();
  for (int d = 1; d < 32; d *= 2) {
    float v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
    __syncthreads();
    s[threadIdx.x] = fmaxf(s[threadIdx.x], v);
    __syncthreads();
  }
  y[i] = s[threadIdx.x];
}

// Each step needs the neighbour's element of the one before: no distance
// doubles, and no shuffle replaces it.
__global__ void smooth(float *y, const float *x, int steps) {
  __shared__ float s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x] = x[i];
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    float v = threadIdx.x >= 1 ? s[threadIdx.x - 1] : 0;
    __syncthreads();
    s[threadIdx.x] += v;
    __syncthreads();
  }
  y[i] = s[threadIdx.x];
}

// A solver of equations needs neighbours on both sides.
__global__ void reduced(float *y, const float *x) {
  __shared__ float s[1024];
  int t = threadIdx.x + 256;
  s[t] = x[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    float v = s[t - d] + s[t + d];
    __syncthreads();
    s[t] -= v;
    __syncthreads();
  }
  y[blockIdx.x * 256 + threadIdx.x] = s[t];
}

void run(float *y, float *x) {
  scanRows<<<2048, 256>>>(y, x, 16);
  window<<<32768, 256>>>(y, x);
  smooth<<<32768, 256>>>(y, x, 8);
  reduced<<<32768, 256>>>(y, x);
}
