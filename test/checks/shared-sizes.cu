// The sizes that are tried fit the shared memory that is made of them: a launch
// that no GPU has room for says nothing.
// RUN: %tidy -checks=-*,gpuperf-constant-power --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

__global__ void nearest(const float *points, const float *centres, int *nearestOf, int n, int d, int k) {
  extern __shared__ float shared[];
  for (int i = threadIdx.x; i < k * d; i += blockDim.x)
    shared[i] = centres[i];
  __syncthreads();
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n)
    return;
  int best = 0;
  float least = 1e30f;
  for (int c = 0; c < k; ++c) {
    float sum = 0;
    for (int j = 0; j < d; ++j)
      // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: 'pow' with the exponent 2: at least {{[0-9]+}}% of the time of 'nearest' on rtx-3080
      sum += pow(points[p * d + j] - shared[c * d + j], 2);
    if (sum < least) {
      least = sum;
      best = c;
    }
  }
  nearestOf[p] = best;
}

void run(const float *points, const float *centres, int *nearestOf, int n, int d, int k) {
  nearest<<<(n + 127) / 128, 128, 3 * k * d * sizeof(float)>>>(points, centres, nearestOf, n, d, k);
}
