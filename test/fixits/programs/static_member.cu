// RUN-ON: h200-sxm; expect fix
#include "report.h"
#include <vector>

struct LaunchConfig {
  static const int BlockSize = 32;
};

__global__ void clampTo(float *v, float lo, float hi, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = fminf(fmaxf(v[i], lo), hi);
}

class Buffer {
public:
  explicit Buffer(int n) : n_(n) {
    cudaMallocManaged(&data_, n * sizeof(float));
  }
  ~Buffer() { cudaFree(data_); }
  float *data() { return data_; }
  void clamp(float lo, float hi) {
    int blocks = (n_ + LaunchConfig::BlockSize - 1) / LaunchConfig::BlockSize;
    clampTo<<<blocks, LaunchConfig::BlockSize>>>(data_, lo, hi, n_);
    cudaDeviceSynchronize();
  }

private:
  int n_;
  float *data_ = nullptr;
};

int main() {
  const int n = 1100003;
  Buffer buffer(n);
  fillNoise(buffer.data(), n);
  buffer.clamp(0.25f, 0.75f);
  report("clamped", buffer.data(), n);
}
