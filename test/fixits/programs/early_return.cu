// RUN-ON: rtx-3090; expect fix
#include "report.h"

__device__ float square(float v) { return v * v; }

__global__ void distance2(const float *__restrict__ px,
                          const float *__restrict__ py, float *dist, float qx,
                          float qy, const unsigned int total) {
  const unsigned int gid = blockIdx.x * blockDim.x + threadIdx.x;
  if (gid >= total)
    return;
  if (px[gid] < 0.001f) {
    dist[gid] = -1.0f;
    return;
  }
  dist[gid] = square(px[gid] - qx) + square(py[gid] - qy);
}

int main() {
  const unsigned int n = 1000003u;
  float *px, *py, *dist;
  cudaMallocManaged(&px, n * sizeof(float));
  cudaMallocManaged(&py, n * sizeof(float));
  cudaMallocManaged(&dist, n * sizeof(float));
  fillNoise(px, n, 1);
  fillNoise(py, n, 2);
  const unsigned int threads = 32;
  const unsigned int blocks = n / threads + 1;
  distance2<<<blocks, threads>>>(px, py, dist, 0.5f, 0.5f, n);
  cudaDeviceSynchronize();
  report("dist", dist, n);
  cudaFree(px);
  cudaFree(py);
  cudaFree(dist);
}
