#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>
using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;
__global__ void k(const __grid_constant__ CUtensorMap map, int *x) {
  __shared__ alignas(128) int s[32][32];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token tok;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&s, &map, blockIdx.x * 32,
                                                  blockIdx.y * 32, bar);
    tok = cuda::device::barrier_arrive_tx(bar, 1, sizeof(s));
  } else
    tok = bar.arrive();
  bar.wait(std::move(tok));
  s[threadIdx.x / 32][threadIdx.x % 32] += threadIdx.x;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&map, blockIdx.x * 32,
                                                  blockIdx.y * 32, &s);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}
int main() {
  CUtensorMap map{};
  int *x;
  k<<<dim3(128, 128), 256>>>(map, x);
}
