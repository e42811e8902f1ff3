#define __global__ __attribute__((global))
__global__ void k(float *x) { *x = 1; }
