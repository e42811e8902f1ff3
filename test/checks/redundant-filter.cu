// RUN: %tidy -checks=-*,gpuperf-redundant-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
//
// The taps of a filter: a loop of a few columns in a loop of a few rows.
constexpr int N = 1024, Width = 7;
__global__ void filtered(const float *in, const float *filter, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= N - Width + 1 || y >= N - Width + 1)
    return;
  float s = 0;
  for (int i = 0; i < Width; ++i)
    for (int j = 0; j < Width; ++j)
      // CHECK: [[#@LINE+4]]:{{[0-9]+}}: warning: 'filter' is loaded anew for each result along y, though all of them need the same: {{[0-9]+}}% of the time of 'filtered' on rtx-3080
      // CHECK: note: let a thread compute 4 results along y
      // CHECK: note: all threads read the same element of 'filter' at a time: in __constant__ memory, if it fits within 64 KiB, multiplications take it from there without a load
      // CHECK: note: predicted {{.*}} in this launch
      s += in[(y + i) * N + x + j] * filter[i * Width + j];
  out[y * N + x] = s;
}

// Silent: a library's code is not for its user to change.
#include "Inputs/library-filter.h"
__global__ void byLibrary(const float *in, const float *filter, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= N - Width + 1 || y >= N - Width + 1)
    return;
  out[y * N + x] = filterOf(in, filter, y * N + x, N);
}

// Sizes that do not fit together (a filter that is larger than the image) say
// nothing.
__global__ void openFilter(const float *in, const float *filter, float *out,
                           int n, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n - width + 1 || y >= n - width + 1)
    return;
  float s = 0;
  for (int i = 0; i < width; ++i)
    for (int j = 0; j < width; ++j)
      // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: 'filter' is loaded anew for each result along y, though all of them need the same: at least {{[0-9]+}}% of the time of 'openFilter'
      s += in[(y + i) * n + x + j] * filter[i * width + j];
  out[y * n + x] = s;
}

// Two taps are over before they cost anything.
__global__ void twoTaps(const float *in, const float *filter, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0;
#pragma unroll 1
  for (int i = 0; i < 2; ++i)
    s += in[(y + i) * N + x] * filter[i];
  out[y * N + x] = s;
}

void run(const float *in, const float *filter, float *out, int n, int width) {
  const dim3 block(32, 32);
  filtered<<<dim3(N / 32, N / 32), block>>>(in, filter, out);
  byLibrary<<<dim3(N / 32, N / 32), block>>>(in, filter, out);
  openFilter<<<dim3(n / 32, n / 32), block>>>(in, filter, out, n, width);
  twoTaps<<<dim3(N / 32, N / 32), block>>>(in, filter, out);
}
