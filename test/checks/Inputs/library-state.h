// A library's header, as the compiler's -isystem makes one.
#pragma GCC system_header
struct LibraryState {
  unsigned a, b, c, d, e, f, g, h, i, j, k, l;
};
static __device__ __forceinline__ float draw(LibraryState *s) {
  const unsigned t = s->a ^ (s->a >> 2);
  s->a = s->b;
  s->b = t ^ s->c;
  return (float)t;
}
static __device__ __forceinline__ float exchange(float x) {
  __shared__ float s[256];
  s[threadIdx.x] = x;
  __syncthreads();
  return s[255 - threadIdx.x];
}
