#include <cuda/barrier>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void k(float *x, const float *y) {
  __shared__ alignas(8) uint64_t bar;
  __shared__ alignas(16) float s[1024];
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  for (int t = 0; t < 32; ++t) {
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s,
                         y + (blockIdx.x * 32 + t) * 1024, 4096, &bar);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                     ptx::space_shared, &bar, 4096);
    }
    while (!ptx::mbarrier_try_wait_parity(&bar, t & 1))
      ;
    for (int i = threadIdx.x; i < 1024; i += 256)
      x[(blockIdx.x * 32 + t) * 1024 + i] = s[i] + 1;
    __syncthreads();
  }
}
int main() {
  float *x, *y;
  k<<<1000, 256>>>(x, y);
}
