// RUN-ON: rtx-4090; expect fix
#include "report.h"
#include <vector>

__global__ void rgbToGray(const uchar4 *rgb, unsigned char *gray, int width,
                          int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    uchar4 p = rgb[y * width + x];
    gray[y * width + x] =
        (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
  }
}

int main() {
  const int width = 1283, height = 961;
  std::vector<uchar4> image(width * height);
  for (int i = 0; i < width * height; ++i)
    image[i] = make_uchar4(i, i >> 3, i >> 6, 255);
  uchar4 *rgb;
  unsigned char *gray;
  cudaMalloc(&rgb, width * height * sizeof(uchar4));
  cudaMalloc(&gray, width * height);
  cudaMemcpy(rgb, image.data(), width * height * sizeof(uchar4),
             cudaMemcpyHostToDevice);
  dim3 block(8, 4);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  rgbToGray<<<grid, block>>>(rgb, gray, width, height);
  std::vector<unsigned char> result(width * height);
  cudaMemcpy(result.data(), gray, width * height, cudaMemcpyDeviceToHost);
  report("gray", result.data(), result.size());
  cudaFree(rgb);
  cudaFree(gray);
}
