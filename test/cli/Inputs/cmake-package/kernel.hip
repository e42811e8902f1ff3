#include "gather.h"
#include <hip/hip_runtime.h>

__global__ void scatter(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i * Stride];
}

void scatterAll(float *out, const float *in) {
  scatter<<<1 << 16, 256>>>(out, in, 1 << 24);
}
