#pragma clang system_header
// What a library does in its own code.
inline __device__ float filterOf(const float *in, const float *filter, int at, int pitch) {
  float s = 0;
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j)
      s += in[at + i * pitch + j] * filter[i * 7 + j];
  return s;
}
