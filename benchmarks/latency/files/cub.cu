// A reduction with cub, whose headers are most of what is parsed.
#include <cub/block/block_reduce.cuh>
#include <cuda_runtime.h>

static int padded(int n) { return (n + 1000) / 8 * 8; }

// --- code ---
// spare

constexpr int Threads = 256;

template <int Items>
__global__ void sumKernel(const float *In, float *Out, int n) {
  using Reduce = cub::BlockReduce<float, Threads>;
  __shared__ typename Reduce::TempStorage Storage;
  float Mine = 0.0f;
  int First = blockIdx.x * Threads * Items + threadIdx.x;
#pragma unroll
  for (int J = 0; J < Items; ++J)
    if (First + J * Threads < n)
      Mine += In[First + J * Threads];
  float Sum = Reduce(Storage).Sum(Mine);
  if (threadIdx.x == 0)
    Out[blockIdx.x] = Sum;
}

__global__ void scale(float *X, float By, int n) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n) {
    float V = X[I];
    for (int Row = 1; Row < 12; ++Row)
      V += X[Row * n + I];
    X[I] = V * By;
  }
}

int main() {
  const int n = 1 << 22;
  float *In, *Out;
  cudaMalloc(&In, sizeof(float) * padded(n) * 64);
  cudaMalloc(&Out, sizeof(float) * padded(n));
  scale<<<(n + 255) / 256, 256>>>(In, 0.5f, n);
  sumKernel<8><<<n / (Threads * 8), Threads>>>(In, Out, n);
  sumKernel<4><<<n / (Threads * 4), Threads>>>(In, Out, n);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
