// RUN-ON: h200-sxm; expect none
// Groups as a library would write them.
#include "report.h"

template <unsigned Size> struct TileGroup {
  __device__ unsigned rank() const { return threadIdx.x % Size; }
  __device__ unsigned index() const {
    return blockIdx.x * (blockDim.x / Size) + threadIdx.x / Size;
  }
  __device__ void sync() const { __syncwarp(); }
  template <typename T> __device__ T fromFirst(T value) const {
    return __shfl_sync(0xffffffffu, value, 0, Size);
  }
};

struct BlockGroup {
  __device__ void sync() const { __syncthreads(); }
  __device__ unsigned size() const { return blockDim.x; }
  __device__ unsigned rank() const { return threadIdx.x; }
};

__global__ void relative(const int *in, int *out) {
  BlockGroup block;
  TileGroup<16> tile;
  int i = blockIdx.x * block.size() + block.rank();
  int first = tile.fromFirst(in[i]);
  block.sync();
  out[i] = in[i] - first + int(block.size());
}

int main() {
  const int block = 64;
  const int n = block * 3001;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = (i * 37) % 1009;
  relative<<<n / block, block>>>(in, out);
  cudaDeviceSynchronize();
  report("relative", out, n);
}
