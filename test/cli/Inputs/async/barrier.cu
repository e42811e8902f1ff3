#include <cooperative_groups.h>
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void k(float *x, const float *y) {
  __shared__ barrier bar;
  __shared__ alignas(16) float s[256];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  for (int t = 0; t < 64; ++t) {
    cuda::memcpy_async(&s[threadIdx.x],
                       &y[(blockIdx.x * 64 + t) * 256 + threadIdx.x],
                       sizeof(float), bar);
    bar.arrive_and_wait();
    x[(blockIdx.x * 64 + t) * 256 + threadIdx.x] = s[255 - threadIdx.x];
    auto tok = bar.arrive();
    bar.wait(std::move(tok));
  }
}
int main() {
  float *x, *y;
  k<<<1000, 256>>>(x, y);
}
