// What becomes scale.co: input of module-launch.test.
#include <hip/hip_runtime.h>

extern "C" __global__ void scale(float *x, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= factor;
}
extern "C" __global__ void twice(float *x) { x[threadIdx.x] *= 2; }
