// RUN-ON: h200-sxm; expect fix
#include "report.h"

#define BLOCK_X 8
#define BLOCK_Y 4
#define DIV_UP(a, b) ((a) / (b) + ((a) % (b) ? 1 : 0))

__global__ void maskOut(const float *in, const unsigned char *mask, float *out,
                        int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    out[y * w + x] = mask[y * w + x] ? in[y * w + x] : 0.0f;
}

int main() {
  const int w = 1279, h = 719;
  float *in, *out;
  unsigned char *mask;
  cudaMallocManaged(&in, w * h * sizeof(float));
  cudaMallocManaged(&out, w * h * sizeof(float));
  cudaMallocManaged(&mask, w * h);
  fillNoise(in, w * h);
  for (int i = 0; i < w * h; ++i)
    mask[i] = (i * 7 >> 3) & 1;
  dim3 block(BLOCK_X, BLOCK_Y);
  dim3 grid(DIV_UP(w, BLOCK_X), DIV_UP(h, BLOCK_Y));
  maskOut<<<grid, block>>>(in, mask, out, w, h);
  cudaDeviceSynchronize();
  report("masked", out, w * h);
}
