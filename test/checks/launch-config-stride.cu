// A kernel that strides by a literal grid over an open number of elements: with few of them, all are in a few blocks, and smaller blocks spread them. Where each thread has some, nothing is gained, so nothing is said.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --allow-empty --implicit-check-not=warning: %s
// Where the few are what the program has, it is.
// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080, GpuperfAssume: 'width=64;height=32'}}" %s -- %host 2>&1 | FileCheck --check-prefix=FEW %s

__global__ void spread(double *x, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    double v = x[i];
    for (int k = 0; k < 100; ++k)
      v = v * v * 0.5 + 0.25 * v;
    x[i] = v;
  }
}

extern "C" void run(double *x, int width, int height) {
  // FEW: [[#@LINE+1]]:3: warning: block size 256 of 'spread': {{32|64|128}} is predicted {{.*}} faster
  spread<<<128, 256>>>(x, width * height);
}

struct V { double x, y, z; };
__constant__ V mean[32];
__global__ void classify(uchar4 *pixels, int length, int n_classes) {
  int idx = blockDim.x * blockIdx.x + threadIdx.x;
  int offset = blockDim.x * gridDim.x;
  for (; idx < length; idx += offset) {
    double best = 0;
    int which = 0;
    for (int m = 0; m < n_classes; ++m) {
      double a = pixels[idx].x - mean[m].x, b = pixels[idx].y - mean[m].y, c = pixels[idx].z - mean[m].z;
      double p = a * 0.3 + b * 0.1 + c * 0.2, q = a * 0.1 + b * 0.4 + c * 0.3, r = a * 0.2 + b * 0.3 + c * 0.5;
      double s = a * 0.7 + b * 0.2 + c * 0.6, t = a * 0.9 + b * 0.8 + c * 0.1, u = a * 0.4 + b * 0.6 + c * 0.8;
      double l = (p * a + q * b) + (r * c + s * a) + (t * b + u * c);
      if (m == 0 || best < l) { best = l; which = m; }
    }
    pixels[idx].w = which;
  }
}
extern "C" int scanf(const char *, ...);
int main() {
  int w, h, n_classes;
  scanf("%d %d %d", &w, &h, &n_classes);
  uchar4 *pixels;
  cudaMalloc(&pixels, w * h * sizeof(uchar4));
  classify<<<128, 128>>>(pixels, w * h, n_classes);
  return cudaDeviceSynchronize() != 0;
}
