// RUN-ON: h200-sxm; expect none
// The block is the tile in shared memory.
#include "report.h"

#define TILE 4

__global__ void matmul(const float *A, const float *B, float *C, int n,
                       int depth) {
  __shared__ float a[TILE][TILE], b[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < depth; t += TILE) {
    a[threadIdx.y][threadIdx.x] = A[row * depth + t + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

int main() {
  const int n = 512, depth = 8;
  float *A, *B, *C;
  cudaMallocManaged(&A, n * depth * sizeof(float));
  cudaMallocManaged(&B, depth * n * sizeof(float));
  cudaMallocManaged(&C, n * n * sizeof(float));
  fillNoise(A, n * depth, 1);
  fillNoise(B, depth * n, 2);
  dim3 block(TILE, TILE), grid(n / TILE, n / TILE);
  matmul<<<grid, block>>>(A, B, C, n, depth);
  cudaDeviceSynchronize();
  report("C", C, n * n);
}
