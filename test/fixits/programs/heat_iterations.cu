// RUN-ON: rtx-3090; expect fix
#include "report.h"
#include <utility>

__global__ void heatStep(const float *now, float *next, int w, int h,
                         float k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    int c = y * w + x;
    next[c] = now[c] + k * (now[c - 1] + now[c + 1] + now[c - w] + now[c + w] -
                            4.0f * now[c]);
  }
}

int main() {
  const int w = 645, h = 517;
  float *now, *next;
  cudaMalloc(&now, w * h * sizeof(float));
  cudaMalloc(&next, w * h * sizeof(float));
  float *host = new float[w * h];
  fillNoise(host, w * h);
  cudaMemcpy(now, host, w * h * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(next, host, w * h * sizeof(float), cudaMemcpyHostToDevice);
  const int bx = 8, by = 4;
  dim3 block(bx, by);
  dim3 grid((w + bx - 1) / bx, (h + by - 1) / by);
  for (int step = 0; step < 4; ++step) {
    heatStep<<<grid, block>>>(now, next, w, h, 0.2f);
    std::swap(now, next);
  }
  cudaMemcpy(host, now, w * h * sizeof(float), cudaMemcpyDeviceToHost);
  report("heat", host, w * h);
  delete[] host;
}
