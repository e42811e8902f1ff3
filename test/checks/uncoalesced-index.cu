// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

// Every second element of five arrays: which of them, the parity of the row
// decides, so that the index is no sum of strides. It is the same for all
// arrays, and one change of their layout mends what five small ones would.
__global__ void redCells(const float *__restrict__ w, const float *__restrict__ e, const float *__restrict__ s,
                         const float *__restrict__ n, const float *__restrict__ p, float *__restrict__ out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int i = 2 * x + (y & 1) + 2048 * y;
  out[y * 1024 + x] = w[i] + e[i] + s[i] + n[i] + p[i];
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 8 sectors per request instead of 4 (stride 8 bytes between neighbouring threads in 'w', 'e', 's' and 2 more arrays): {{[0-9]+}}% of the time of 'redCells'
  // CHECK: note: let neighbouring threads access neighbouring elements
}

// Rows of other parities: what helps one array is not known to help another,
// and none of them is worth a change.
__global__ void differing(const float *__restrict__ w, const float *__restrict__ e, const float *__restrict__ s,
                          const float *__restrict__ n, const float *__restrict__ p, float *__restrict__ out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int i = 2 * x + 2048 * y;
  out[y * 1024 + x] = w[i + (y & 1)] + e[i + (y >> 1 & 1)] + s[i + (y >> 2 & 1)] + n[i + (y >> 3 & 1)] +
                      p[i + (y >> 4 & 1)];
}

void run(float *a, float *b, float *c, float *d, float *e, float *f) {
  redCells<<<dim3(8, 1024), dim3(128, 2)>>>(a, b, c, d, e, f);
  differing<<<dim3(8, 1024), dim3(128, 2)>>>(a, b, c, d, e, f);
}
