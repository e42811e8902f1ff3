// Becomes a module: input of record-modules.test.
#include <hip/hip_runtime.h>

struct Box {
  int width;
  double spacing;
  const float *weights;
};

extern "C" __global__ void scale(float *x, short times, float factor, Box box,
                                 char last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < box.width)
    x[i] *= factor * times + box.spacing * box.weights[i] + last;
}
template <class T> __global__ void twice(T *x, int n) {
  if (threadIdx.x < n)
    x[threadIdx.x] *= 2;
}
template __global__ void twice<double>(double *, int);
