// A warp of a block of 16 x 16 threads has two rows, wherever their bytes lie.
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s

using Byte = unsigned char;

// Each of the three stores goes to L2 by itself. The loads do not: L1 keeps
// what the first of them brings.
__global__ void grey(Byte *out, const Byte *in, int w, int h) {
  int c = threadIdx.x + blockIdx.x * blockDim.x;
  int r = threadIdx.y + blockIdx.y * blockDim.y;
  int o = (r * w + c) * 3;
  if (c < w && r < h) {
    Byte t = in[o] * 0.21f + in[o + 1] * 0.71f + in[o + 2] * 0.07f;
    out[o] = out[o + 1] = out[o + 2] = t;
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 4 sectors per request instead of 1.33 (stride 3 bytes between neighbouring threads in 'out'): {{[0-9]+}}% of the time of 'grey'
    // CHECK: note: the 3 bytes of a thread are used together
  }
}

// CHECK-NOT: warning:
// Planes of one colour each would take as many passes of L1.
__global__ void blur(Byte *out, const Byte *in, int w, int h) {
  int c = threadIdx.x + blockIdx.x * blockDim.x;
  int r = threadIdx.y + blockIdx.y * blockDim.y;
  if (c < w && r < h) {
    float red = 0, green = 0, blue = 0;
    for (int i = -4; i <= 4; i++)
      for (int j = -4; j <= 4; j++)
        if (r + i >= 0 && r + i < h && c + j >= 0 && c + j < w) {
          int o = ((r + i) * w + c + j) * 3;
          red += in[o], green += in[o + 1], blue += in[o + 2];
        }
    int o = (r * w + c) * 3;
    out[o] = red, out[o + 1] = green, out[o + 2] = blue;
  }
}

// The same with more rows around, so that hardly any of them is aligned.
__global__ void wideBlur(Byte *out, const Byte *in, int w, int h, int around) {
  int c = threadIdx.x + blockIdx.x * blockDim.x;
  int r = threadIdx.y + blockIdx.y * blockDim.y;
  if (c < w && r < h) {
    float red = 0, green = 0, blue = 0;
    int pixels = 0;
    for (int i = -around; i <= around; i++)
      for (int j = -around; j <= around; j++)
        if (int row = r + i, col = c + j; -1 < row && row < h && -1 < col && col < w) {
          int o = (row * w + col) * 3;
          red += in[o], green += in[o + 1], blue += in[o + 2];
          pixels++;
        }
    int o = (r * w + c) * 3;
    out[o] = red / pixels, out[o + 1] = green / pixels, out[o + 2] = blue / pixels;
  }
}

void run(Byte *out, const Byte *in, int w, int h) {
  grey<<<dim3(128, 128), dim3(16, 16)>>>(out, in, 2048, 2048);
  blur<<<dim3(128, 128), dim3(16, 16)>>>(out, in, 2048, 2048);
  wideBlur<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(out, in, w, h, 10);
}

// A grid that the caller hands over has the threads that the guard asks for.
__global__ void rowsOfCaller(const float *a, float *x, int m, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < m; ++k)
      sum += a[i * m + k];
      // CHECK: [[#@LINE-1]]:14: warning: up to 32 sectors per request instead of 4 (stride 4 * m bytes between neighbouring threads in 'a'): at least {{[0-9]+}}% of the time of 'rowsOfCaller' on rtx-3080 where m is {{[0-9]+}} or more, with 1024 threads or more [gpuperf-uncoalesced-access]
    x[i] = sum;
  }
}
void handOver(const float *a, float *x, int m, int n, int grid) {
  rowsOfCaller<<<grid, 256>>>(a, x, m, n);
}
