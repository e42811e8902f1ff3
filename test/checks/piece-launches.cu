// A loop that launches one block after the other, each with the begin of its
// part: one launch could have them all.
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s --implicit-check-not=warning:

struct Edge {
  int From, To;
};
__global__ void edges(Edge *out, int width, int height, int begin) {
  int column = begin + threadIdx.x;
  if (column == 0)
    return;
  out[column + (width - 1) * (height - 1)].From = column;
  out[column + (width - 1) * (height - 1)].To = column - 1;
}
__global__ void scale(float *a, const float *b, int n, int begin) {
  int i = begin + threadIdx.x;
  if (i < n)
    a[i] = a[i] * b[n - i];
}
// The part before is needed.
__global__ void carry(float *a, int n, int begin) {
  int i = begin + threadIdx.x;
  if (i > 0 && i < n)
    a[i] = a[i] + a[i - 1];
}
// All parts add to one place.
__global__ void total(float *a, const float *b, int begin) {
  a[threadIdx.x] += b[begin + threadIdx.x];
}
// The blocks of a launch are parts already.
__global__ void blocks(float *a, int begin) {
  a[begin + blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
void run(Edge *out, float *a, float *b, float *host, int width, int height, int n) {
  int begin = 0;
  for (int i = 0; i < width / 1024; ++i) {
    // CHECK: [[#@LINE+4]]:5: warning: this loop launches 'edges' block by block, and each launch leaves 67 of 68 SMs of rtx-3080 idle: {{[0-9]+}}% of the time of 8 launches [gpuperf-occupancy]
    // CHECK: note: they differ by 'begin' alone, which the kernel adds to threadIdx.x: one launch with a block for each, with begin + blockIdx.x * blockDim.x instead, computes the same at one time
    // CHECK: note: predicted {{[0-9.]+}} us -> {{[0-9.]+}} us for 8 of them
    // CHECK-NOT: warning:
    edges<<<1, 1024>>>(out, width, height, begin);
    begin = (i + 1) * 1024;
  }
  for (int first = 0; first < n; first += 256)
    // CHECK: [[#@LINE+1]]:5: warning: this loop launches 'scale' block by block
    scale<<<1, 256>>>(a, b, n, first);
  for (int first = 0; first < n; first += 256)
    carry<<<1, 256>>>(a, n, first);
  for (int first = 0; first < n; first += 256)
    total<<<1, 256>>>(a, b, first);
  for (int first = 0; first < n; first += 256)
    blocks<<<1, 256>>>(a, first);
  // What is copied in each iteration belongs to it.
  for (int first = 0; first < n; first += 256) {
    cudaMemcpy(a, host + first, 1024, cudaMemcpyHostToDevice);
    scale<<<1, 256>>>(a, b, n, first);
  }
  // The number of threads changes, too.
  for (int first = 0, threads = 32; first < n; first += threads, threads *= 2)
    scale<<<1, threads>>>(a, b, n, first);
  scale<<<1, 256>>>(a, b, n, 0);
}
