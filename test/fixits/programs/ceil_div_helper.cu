// RUN-ON: rtx-4090; expect fix
#include "report.h"

static int divUp(int a, int b) { return (a + b - 1) / b; }

__global__ void invert(unsigned char *pixels, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    pixels[i] = 255 - pixels[i];
}

int main() {
  const int n = 1920 * 1080;
  unsigned char *pixels;
  cudaMallocManaged(&pixels, n);
  for (int i = 0; i < n; ++i)
    pixels[i] = (unsigned char)(i * 31 + (i >> 7));
  const int block = 64;
  invert<<<divUp(n, block), block>>>(pixels, n);
  cudaDeviceSynchronize();
  report("pixels", pixels, n);
  cudaFree(pixels);
}
