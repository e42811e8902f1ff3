#pragma once
template <typename T> __global__ void fromHeader(T *p, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  size_t stride = (size_t)gridDim.x * blockDim.x;
  for (; i < n; i += stride)
    p[i] = p[i] + T(1);
}
inline void launchInHeader(float *p) { fromHeader<<<80, 50>>>(p, size_t(1) << 22); }
