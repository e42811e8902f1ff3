// A ring of buffers: one thread asks for copies, all compute.
__device__ __forceinline__ unsigned sm(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void waitParity(unsigned long long *bar, int phase) {
  asm volatile("{\n.reg .pred P;\nLAB: mbarrier.try_wait.parity.shared::cta.b64 P, [%0], %1;\n@P bra DONE;\nbra LAB;\nDONE:\n}\n" ::"r"(sm(bar)), "r"(phase) : "memory");
}
__device__ __forceinline__ void expectTx(unsigned long long *bar, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sm(bar)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void bulk(void *dst, const void *src, unsigned bytes, unsigned long long *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sm(dst)), "l"(src), "r"(bytes), "r"(sm(bar)) : "memory");
}
template <int S>
__global__ void ring(const float *x, float *y, int steps) {
  __shared__ alignas(128) float buf[S][1024];
  __shared__ alignas(8) unsigned long long full[S];
  if (threadIdx.x == 0)
    for (int i = 0; i < S; ++i)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sm(&full[i])));
  __syncthreads();
  const float *src = x + (size_t)blockIdx.x * steps * 1024;
  if (threadIdx.x == 0)
    for (int s = 0; s < S - 1; ++s) { expectTx(&full[s], 4096); bulk(buf[s], src + s * 1024, 4096, &full[s]); }
  float sum = 0;
  for (int k = 0; k < steps; ++k) {
    if (threadIdx.x == 0 && k + S - 1 < steps) {
      int s = (k + S - 1) % S;
      expectTx(&full[s], 4096); bulk(buf[s], src + (k + S - 1) * 1024, 4096, &full[s]);
    }
    waitParity(&full[k % S], (k / S) & 1);
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) sum += buf[k % S][i];
    __syncthreads();
  }
  y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template __global__ void ring<2>(const float *, float *, int);
template __global__ void ring<4>(const float *, float *, int);
// Roles: warp 4 loads, warps 0 to 3 compute.
template <int S>
__global__ void roles(const float *x, float *y, int steps) {
  __shared__ alignas(128) float buf[S][1024];
  __shared__ alignas(8) unsigned long long full[S], empty[S];
  if (threadIdx.x == 0)
    for (int i = 0; i < S; ++i) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sm(&full[i])));
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 4;" ::"r"(sm(&empty[i])));
    }
  __syncthreads();
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (w == 4) {
    if (lane == 0) {
      const float *src = x + (size_t)blockIdx.x * steps * 1024;
      int stage = 0, phase = 0;
      for (int k = 0; k < steps; ++k) {
        waitParity(&empty[stage], phase ^ 1);
        expectTx(&full[stage], 4096);
        bulk(buf[stage], src + k * 1024, 4096, &full[stage]);
        if (++stage == S) { stage = 0; phase ^= 1; }
      }
    }
  } else {
    float sum = 0;
    int stage = 0, phase = 0;
    for (int k = 0; k < steps; ++k) {
      waitParity(&full[stage], phase);
      for (int i = threadIdx.x; i < 1024; i += 128) sum += buf[stage][i];
      if (lane == 0)
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sm(&empty[stage])) : "memory");
      if (++stage == S) { stage = 0; phase ^= 1; }
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
  }
}
template __global__ void roles<2>(const float *, float *, int);
template __global__ void roles<4>(const float *, float *, int);
int main() {
  float *x, *y;
  ring<2><<<132, 256>>>(x, y, 1000);
  ring<4><<<132, 256>>>(x, y, 1000);
  roles<2><<<132, 160>>>(x, y, 1000);
  roles<4><<<132, 160>>>(x, y, 1000);
}
