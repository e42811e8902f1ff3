// Code that asks for nvcc's version and target, and its built-in atomics.
#include <cstdint>
#if !defined(__CUDACC_VER_MAJOR__) || __CUDACC_VER_MAJOR__ < 12
#error "not compiled by nvcc"
#endif
#if defined(__CUDA_ARCH__) &&                                                  \
    (!defined(__CUDA_ARCH_SPECIFIC__) || __CUDA_ARCH_SPECIFIC__ != 900)
#error "not compiled for sm_90a"
#endif
__global__ void k(uint32_t *p) {
  uint32_t n = __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_add(p + 1, n, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
}
int main() { k<<<100, 256>>>(nullptr); }
