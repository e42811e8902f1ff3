// RUN-ON: h200-sxm; expect fix
#include "report.h"

__global__ void boxBlur(const float *in, float *out, int w, int h) {
  int col = threadIdx.x + blockIdx.x * blockDim.x;
  int row = threadIdx.y + blockIdx.y * blockDim.y;
  if (col >= w || row >= h)
    return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      int x = min(max(col + dx, 0), w - 1);
      int y = min(max(row + dy, 0), h - 1);
      sum += in[y * w + x];
    }
  out[row * w + col] = sum / 9.0f;
}

int main() {
  const int w = 1027, h = 771;
  float *in, *out;
  cudaMallocManaged(&in, w * h * sizeof(float));
  cudaMallocManaged(&out, w * h * sizeof(float));
  fillNoise(in, w * h);
  dim3 threads(4, 8);
  dim3 blocks((w + 3) / 4, (h + 7) / 8);
  boxBlur<<<blocks, threads>>>(in, out, w, h);
  cudaDeviceSynchronize();
  report("blur", out, w * h);
  cudaFree(in);
  cudaFree(out);
}
