#pragma once

template <class F> __device__ void eachOf(int n, F f) {
  for (int i = 0; i < n; ++i)
    f(i);
}

// A host function has no say.
inline int host(int i) { return i; } // gpuperf: assume trips=8

__global__ void inHeader(const int *next, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  while (i < n) {
    s += out[i];
    i = next[i];
  } // gpuperf: assume branch=-1
  out[0] = s;
}
