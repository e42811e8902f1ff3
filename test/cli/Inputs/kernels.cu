namespace math {
template <typename T> __global__ void scale(T *p, int n, T factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= factor;
}
}
__global__ void copy(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}
template <int Radius> __global__ void blur(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = -Radius; k <= Radius; ++k)
    if (i + k >= 0 && i + k < n)
      sum += in[i + k];
  if (i < n)
    out[i] = sum;
}
__device__ void elsewhere(float *p);
__global__ void callsElsewhere(float *p) { elsewhere(p); }
__global__ void forever(volatile int *p) {
  while (true)
    *p += 1;
}
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void recursive(int *p, int n) { p[threadIdx.x] = fib(n); }
__global__ void assembly(float *p) {
  float v = p[threadIdx.x];
  asm volatile("ld.acquire.gpu.global.f32 %0, [%1];" : "=f"(v) : "l"(p));
  p[threadIdx.x] = v;
}
__global__ void strangeAssembly(float *p) {
  asm volatile("nanosleep.u32 20;");
  p[threadIdx.x] = 1;
}
void run(float *x, float *y, int n) {
  copy<<<1024, 256>>>(x, y, 1 << 18);
  math::scale<double><<<(n + 99) / 100, 100>>>((double *)x, n, 2.0);
}
