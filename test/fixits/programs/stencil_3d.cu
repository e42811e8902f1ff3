// RUN-ON: rtx-4090; expect fix
#include "report.h"

__global__ void laplace(const float *in, float *out, int nx, int ny, int nz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i < 1 || j < 1 || k < 1 || i >= nx - 1 || j >= ny - 1 || k >= nz - 1)
    return;
  int at = (k * ny + j) * nx + i;
  out[at] = in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] +
            in[at - nx * ny] + in[at + nx * ny] - 6.0f * in[at];
}

int main() {
  const int nx = 130, ny = 98, nz = 75;
  const size_t cells = size_t(nx) * ny * nz;
  float *in, *out;
  cudaMallocManaged(&in, cells * sizeof(float));
  cudaMallocManaged(&out, cells * sizeof(float));
  fillNoise(in, cells);
  cudaMemset(out, 0, cells * sizeof(float));
  dim3 block(4, 4, 2);
  dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y,
            (nz + block.z - 1) / block.z);
  laplace<<<grid, block>>>(in, out, nx, ny, nz);
  cudaDeviceSynchronize();
  report("laplace", out, cells);
  cudaFree(in);
  cudaFree(out);
}
