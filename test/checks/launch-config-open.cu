// The grid and the block are fixed, what they walk through is not: the times in
// the message are those of an assumption, and a note says so.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s

__global__ void red(unsigned char *out, const unsigned char *in, int w, int h) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < h; row += gridDim.x * blockDim.x)
    for (int x = blockIdx.y * blockDim.y + threadIdx.y; x < w; x += gridDim.y * blockDim.y)
      out[4 * (row * w + x)] = in[4 * (row * w + x)];
}

void run(unsigned char *out, const unsigned char *in, int w, int h) {
  red<<<dim3(32, 32), dim3(32, 32)>>>(out, in, w, h);
  // CHECK: [[#@LINE-1]]:3: warning: block size 32 x 32 of 'red':
  // CHECK: note: these are the times with {{.*}}'w' assumed 1024, {{.*}}'h' assumed 1024; with other values that were tried, the block is better, too
}
