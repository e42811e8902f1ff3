// Grids whose y is large: input of program.test.
#include <hip/hip_runtime.h>

__global__ void fill(float *x) { x[threadIdx.x + blockIdx.x * blockDim.x] = 1; }

int main() {
  float *x;
  hipMalloc(&x, 4096);
  fill<<<dim3(2, 512, 3), 256>>>(x);
}
