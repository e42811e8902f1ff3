// RUN-ON: rtx-4090; expect either; args: 9, 12, 17
// A block of two in z, where the 1 of the grid is no block size.
#include "report.h"
#include <cstdlib>

__global__ void smooth(const float *in, float *out, int nx, int ny, int nz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i >= nx || j >= ny || k >= nz)
    return;
  int at = (k * ny + j) * nx + i;
  float below = k > 0 ? in[at - nx * ny] : 0.0f;
  float above = k < nz - 1 ? in[at + nx * ny] : 0.0f;
  out[at] = 0.5f * in[at] + 0.25f * (below + above);
}

int main(int argc, char **argv) {
  const int nz = argc > 1 ? atoi(argv[1]) : 128;
  const int nx = 2 * nz + 1, ny = nz + 2;
  const size_t cells = size_t(nx) * ny * nz;
  float *in, *out;
  cudaMallocManaged(&in, cells * sizeof(float));
  cudaMallocManaged(&out, cells * sizeof(float));
  fillNoise(in, cells);
  dim3 block(4, 4, 2);
  dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y,
            (nz + block.z - 1) / block.z);
  smooth<<<grid, block>>>(in, out, nx, ny, nz);
  cudaDeviceSynchronize();
  report("smooth", out, cells);
}
