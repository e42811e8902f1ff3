#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
__global__ void k(float *x, const __nv_fp8_e4m3 *a, const __nv_fp8x4_e5m2 *b,
                  const __nv_bfloat16 *c) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float4 f = (float4)b[i];
  x[i] = (float)a[i] + f.x + f.y + f.z + f.w + __bfloat162float(c[i]);
}
__global__ void k2(__nv_fp8_e4m3 *x, __nv_fp6_e3m2 *y, __nv_fp4_e2m1 *z,
                   __nv_fp4x2_e2m1 *w, __nv_fp8_e8m0 *u, const float *a) {
  int i = blockIdx.x * 256 + threadIdx.x;
  x[i] = __nv_fp8_e4m3(a[i]);
  y[i] = __nv_fp6_e3m2(a[i]);
  z[i] = __nv_fp4_e2m1(a[i]);
  w[i] = __nv_fp4x2_e2m1(make_float2(a[i], a[i + 1]));
  u[i] = __nv_fp8_e8m0(a[i]);
}
__global__ void k3(float *x, const __nv_fp6_e2m3 *y,
                   const __nv_fp4x2_storage_t *z, const __nv_bfloat162 *b,
                   __nv_bfloat162 *c) {
  int i = blockIdx.x * 256 + threadIdx.x;
  __half2_raw h = __nv_cvt_fp4x2_to_halfraw2(z[i], __NV_E2M1);
  x[i] = (float)y[i] + __half2float(__half(__half2(h).x));
  c[i] = __hfma2(b[i], b[i], __hmul2(c[i], b[i])) + h2exp(b[i]);
}
int main() {
  k<<<1000, 256>>>(0, 0, 0, 0);
  k2<<<1000, 256>>>(0, 0, 0, 0, 0, 0);
  k3<<<1000, 256>>>(0, 0, 0, 0, 0);
}
