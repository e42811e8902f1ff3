// A kernel that strides by a literal grid over an open number of elements: with few of them, all are in one warp of a block, and smaller blocks spread them. Where each thread has some, nothing is gained, so nothing is said.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --allow-empty --implicit-check-not='of '"'"'spread' %s
// Where the few are what the program has, it is.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080, GpuperfAssume: 'width=64;height=32'}}" %s -- %device 2>&1 | FileCheck --check-prefix=FEW %s

__global__ void spread(double *x, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    double v = x[i];
    for (int k = 0; k < 100; ++k)
      v = v * v * 0.5 + 0.25 * v;
    x[i] = v;
  }
}

void run(double *x, int width, int height) {
  // FEW: [[#@LINE+1]]:3: warning: block size 256 of 'spread': {{32|64|128}} is predicted {{.*}} faster
  spread<<<128, 256>>>(x, width * height);
}
