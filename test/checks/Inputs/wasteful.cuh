// A kernel that several launches share.
#pragma once

template <typename T>
__global__ void columns(T *out, const T *in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    out[y * w + x] =
        in[x * h + y];
}
