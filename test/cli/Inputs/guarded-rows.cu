__global__ void pool(const float *in, float *out, int images, int channels,
                     int size, int window) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y, b = blockIdx.z;
  int small = size / window;
  if (x >= small || y >= small || b >= images)
    return;
  for (int c = 0; c < channels; ++c) {
    float most = -1e30f;
    for (int j = 0; j < window; ++j)
      for (int i = 0; i < window; ++i)
        most = fmaxf(most, in[((b * channels + c) * size + y * window + j) *
                                  size +
                              x * window + i]);
    out[((b * channels + c) * small + y) * small + x] = most;
  }
}

void run(const float *in, float *out) {
  pool<<<dim3(2, 2, 7132), dim3(16, 16)>>>(in, out, 7132, 64, 24, 2);
  pool<<<dim3(1, 3, 7132), dim3(32, 8)>>>(in, out, 7132, 64, 24, 2);
  pool<<<dim3(1, 1, 7132), dim3(32, 16)>>>(in, out, 7132, 64, 24, 2);
  pool<<<dim3(1, 1, 7132), dim3(32, 12)>>>(in, out, 7132, 64, 24, 2);
}
