// RUN-ON: rtx-4090; expect either
#include "report.h"

namespace fractal {

__host__ __device__ inline int escape(float cx, float cy, int limit) {
  float x = 0, y = 0;
  int steps = 0;
  while (x * x + y * y <= 4.0f && steps < limit) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++steps;
  }
  return steps;
}

__global__ void render(int *image, int width, int height, int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x;
  int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px < width && py < height) {
    float cx = -2.0f + 3.0f * px / width;
    float cy = -1.5f + 3.0f * py / height;
    image[py * width + px] = escape(cx, cy, limit);
  }
}

} // namespace fractal

int main() {
  const int width = 801, height = 603;
  int *image;
  cudaMallocManaged(&image, width * height * sizeof(int));
  const dim3 block(8, 4);
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  fractal::render<<<grid, block>>>(image, width, height, 24);
  cudaDeviceSynchronize();
  report("escape", image, width * height);
  cudaFree(image);
}
