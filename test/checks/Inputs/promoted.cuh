#pragma once
inline __device__ float decay(float s, int n) {
  for (int j = 0; j < n; ++j)
    s = s * 0.9 + 0.05;
  return s;
}
template <typename T> __device__ T decayOf(T s, int n) {
  for (int j = 0; j < n; ++j)
    s = s * 0.7 + 0.15;
  return s;
}
template <typename T> struct Filter {
  T Gain;
  __device__ T run(T s, int n) const {
    for (int j = 0; j < n; ++j)
      s = s * 0.8 + Gain;
    return s;
  }
};
