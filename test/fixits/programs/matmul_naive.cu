// RUN-ON: h200-sxm; expect fix
#include "report.h"

__global__ void matmul(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
}

int main() {
  const int M = 515, N = 770, K = 40;
  float *A, *B, *C;
  cudaMallocManaged(&A, M * K * sizeof(float));
  cudaMallocManaged(&B, K * N * sizeof(float));
  cudaMallocManaged(&C, M * N * sizeof(float));
  fillNoise(A, M * K, 1);
  fillNoise(B, K * N, 2);
  dim3 block(2, 16);
  dim3 grid((N + block.x - 1) / block.x, (M + block.y - 1) / block.y);
  matmul<<<grid, block>>>(A, B, C, M, N, K);
  cudaDeviceSynchronize();
  report("C", C, M * N);
  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
}
