// RUN-ON: h200-sxm; expect either
#include "report.h"

__global__ void outer(const float *x, const float *y, float *out, int w,
                      int h) {
  for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < h;
       r += gridDim.y * blockDim.y)
    for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < w;
         c += gridDim.x * blockDim.x)
      out[r * w + c] = x[c] * y[r];
}

int main() {
  const int w = 1201, h = 901;
  float *x, *y, *out;
  cudaMallocManaged(&x, w * sizeof(float));
  cudaMallocManaged(&y, h * sizeof(float));
  cudaMallocManaged(&out, w * h * sizeof(float));
  fillNoise(x, w, 1);
  fillNoise(y, h, 2);
  outer<<<dim3(16, 16), dim3(8, 4)>>>(x, y, out, w, h);
  cudaDeviceSynchronize();
  report("outer", out, w * h);
}
