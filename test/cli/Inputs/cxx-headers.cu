#include <cuda_runtime.h>
#include <vector>
__global__ void scale(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
int main() {
  float *x;
  cudaMalloc(&x, 4096);
  scale<<<4, 256>>>(x);
}
