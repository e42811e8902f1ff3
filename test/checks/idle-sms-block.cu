// RUN: %tidy -checks=-*,gpuperf-occupancy,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
//
// Few blocks, of which smaller ones give every SM some: that is a number to
// change, and a loop that is shared among blocks is another kernel.
__global__ void output(const double *hidden, const double *w, double *out,
                       int hiddens, int outputs, int batch) {
  int o = blockIdx.x * blockDim.x + threadIdx.x;
  int b = blockIdx.y * blockDim.y + threadIdx.y;
  if (o >= outputs || b >= batch)
    return;
  double s = 0;
  for (int h = 0; h < hiddens; ++h)
    s += hidden[b * hiddens + h] * w[o * hiddens + h];
  out[b * outputs + o] = s;
}

void run(const double *hidden, const double *w, double *out) {
  dim3 block(16, 16), grid(1, 256 / 16);
  output<<<grid, block>>>(hidden, w, out, 512, 10, 256);
  // CHECK: [[#@LINE-1]]:3: warning: block size 16 x 16 of 'output'
}
