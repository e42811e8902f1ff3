// RUN: %tidy -checks=-*,gpuperf-redundant-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

// Which of many places fits a thread's few elements best: these are loaded
// again for each of the places.
__global__ void nearest(int *best, const float *__restrict__ point, const float *__restrict__ centre, int n,
                        int centres, int dims) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float least = 1e30f;
  int at = 0;
  for (int c = 0; c < centres; ++c) {
    float sum = 0;
    for (int d = 0; d < dims; ++d) {
      float diff = point[d * n + i] - centre[c * dims + d];
      // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: each iteration of the loop around this one loads the same elements of 'point' again: {{[0-9]+}}% of the time of 'nearest' on rtx-3080 [gpuperf-redundant-access]
      // CHECK: note: load them once before that loop, into an array
      sum += diff * diff;
    }
    at = sum < least ? c : at;
    least = fminf(sum, least);
  }
  best[i] = at;
}

// Each iteration has elements of its own.
__global__ void moving(float *y, const float *__restrict__ point, int n, int steps, int dims) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float least = 1e30f;
  for (int c = 0; c < steps; ++c) {
    float sum = 0;
    for (int d = 0; d < dims; ++d)
      sum += point[(c * dims + d) * n + i];
    least = fminf(sum, least);
  }
  y[i] = least;
}

void run(int *best, float *y, const float *p, const float *c) {
  nearest<<<4096, 256>>>(best, p, c, 4096 * 256, 64, 8);
  // More than registers hold.
  nearest<<<4096, 256>>>(best, p, c, 4096 * 256, 64, 500);
  moving<<<4096, 256>>>(y, p, 4096 * 256, 64, 8);
}
