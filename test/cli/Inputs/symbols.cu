#include <cstdio>
__constant__ int Size[1];
__device__ float Factor;
__global__ void scale(float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < Size[0])
    x[i] *= Factor;
}
int main() {
  int n = 1538, back = 0;
  float *x;
  size_t stack = 0;
  if (cudaMemcpyToSymbol(Size, &n, sizeof n) != cudaSuccess) {
    printf("no constant memory\n");
    return 1;
  }
  cudaMemcpyFromSymbol(&back, Size, sizeof back);
  cudaDeviceGetLimit(&stack, cudaLimitStackSize);
  cudaMalloc(&x, back * sizeof(float));
  scale<<<(back + 63) / 64, 64>>>(x);
}
