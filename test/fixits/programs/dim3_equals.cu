// RUN-ON: rtx-3090; expect fix
#include "report.h"

__global__ void gradient(const float *in, float *dx, float *dy, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w - 1 || y >= h - 1)
    return;
  dx[y * w + x] = in[y * w + x + 1] - in[y * w + x];
  dy[y * w + x] = in[(y + 1) * w + x] - in[y * w + x];
}

int main() {
  const int w = 1111, h = 707;
  float *in, *dx, *dy;
  cudaMallocManaged(&in, w * h * sizeof(float));
  cudaMallocManaged(&dx, w * h * sizeof(float));
  cudaMallocManaged(&dy, w * h * sizeof(float));
  fillNoise(in, w * h);
  cudaMemset(dx, 0, w * h * sizeof(float));
  cudaMemset(dy, 0, w * h * sizeof(float));
  const dim3 block = dim3(8, 4, 1);
  const dim3 grid = dim3((w + block.x - 1) / block.x,
                         (h + block.y - 1) / block.y, 1);
  gradient<<<grid, block>>>(in, dx, dy, w, h);
  cudaDeviceSynchronize();
  report("dx", dx, w * h);
  report("dy", dy, w * h);
}
