// RUN-ON: h200-sxm; expect none
// The block is the tile in shared memory.
#include "report.h"

#define TILE 8

__global__ void matmul(const float *A, const float *B, float *C, int n) {
  __shared__ float a[TILE][TILE], b[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n; t += TILE) {
    a[threadIdx.y][threadIdx.x] = A[row * n + t + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

int main() {
  const int n = 128;
  float *A, *B, *C;
  cudaMallocManaged(&A, n * n * sizeof(float));
  cudaMallocManaged(&B, n * n * sizeof(float));
  cudaMallocManaged(&C, n * n * sizeof(float));
  fillNoise(A, n * n, 1);
  fillNoise(B, n * n, 2);
  dim3 block(TILE, TILE), grid(n / TILE, n / TILE);
  matmul<<<grid, block>>>(A, B, C, n);
  cudaDeviceSynchronize();
  report("C", C, n * n);
}
