// Each kernel twice: with plain accesses, and with those that name how long
// their data is kept, as assembly.
__global__ void plain(const float *in, float *out, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i * stride] * 2;
}

__device__ float streamed(const float *p) {
  float v;
  asm volatile("ld.global.cs.f32 %0, [%1];" : "=f"(v) : "l"(p));
  return v;
}
__device__ void stream(float *p, float v) {
  asm volatile("st.global.cs.f32 [%0], %1;" ::"l"(p), "f"(v) : "memory");
}
__global__ void inAssembly(const float *in, float *out, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    stream(out + i, streamed(in + i * stride) * 2);
}

__global__ void plainVectors(const float4 *in, float4 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}
__global__ void vectorsInAssembly(const float4 *in, float4 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float4 v;
  asm("ld.global.cs.v4.f32 {%0,%1,%2,%3}, [%4];"
      : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
      : "l"(in + i));
  asm volatile("st.global.cs.v4.f32 [%0], {%1,%2,%3,%4};" ::"l"(out + i),
               "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w)
               : "memory");
}

void run(float *a, float *b, float4 *c, float4 *d) {
  plain<<<1024, 256>>>(a, b, 1 << 18, 4);
  inAssembly<<<1024, 256>>>(a, b, 1 << 18, 4);
  plainVectors<<<1024, 256>>>(c, d, 1 << 18);
  vectorsInAssembly<<<1024, 256>>>(c, d, 1 << 18);
}
