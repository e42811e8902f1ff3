// RUN-ON: rtx-4090; expect either; args: 30, 63, 64, 65
#include "report.h"
#include <cstdlib>

__global__ void sharpen(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  float c = in[y * w + x];
  float left = x ? in[y * w + x - 1] : c, up = y ? in[(y - 1) * w + x] : c;
  out[y * w + x] = 3.0f * c - left - up;
}

int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 4096, h = w - 7;
  float *in, *out;
  cudaMallocManaged(&in, w * h * sizeof(float));
  cudaMallocManaged(&out, w * h * sizeof(float));
  fillNoise(in, w * h);
  const int bx = 8, by = 4;
  dim3 block(bx, by), grid(w / bx + (w % bx != 0), h / by + (h % by != 0));
  sharpen<<<grid, block>>>(in, out, w, h);
  cudaDeviceSynchronize();
  report("sharp", out, w * h);
}
