#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void k(float *x, const float *y, int n) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ alignas(16) float s[2][1024];
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int b = 0, f = 0; b < 32; ++b) {
    for (; f < 32 && f < b + 2; ++f) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[f % 2], y + (blockIdx.x * 32 + f) * 1024,
                         sizeof(float) * 1024, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    for (int i = threadIdx.x; i < 1024; i += 256)
      x[(blockIdx.x * 32 + b) * 1024 + i] = s[b % 2][i] * 2;
    pipe.consumer_release();
  }
}
__global__ void k2(float *x, const float *y, int n) {
  __shared__ alignas(16) float s[2][1024];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[0][threadIdx.x * 4],
                     &y[blockIdx.x * 32768 + threadIdx.x * 4],
                     cuda::aligned_size_t<16>(16), pipe);
  pipe.producer_commit();
  for (int b = 1; b < 32; ++b) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[b & 1][threadIdx.x * 4],
                       &y[blockIdx.x * 32768 + b * 1024 + threadIdx.x * 4],
                       cuda::aligned_size_t<16>(16), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    x[blockIdx.x * 32768 + b * 256 + threadIdx.x] =
        s[(b - 1) & 1][255 - threadIdx.x];
    pipe.consumer_release();
    __syncthreads();
  }
}
int main() {
  float *x, *y;
  k<<<1000, 256>>>(x, y, 0);
  k2<<<1000, 256>>>(x, y, 0);
}
