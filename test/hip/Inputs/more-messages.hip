// Kernels of the checks that messages.hip has none of.
#include <hip/hip_runtime.h>

__global__ void treeSum(const float *in, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

__global__ void step(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = 0.5f * a[i];
}

__global__ void sums(const float *a, float *out, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) {
    s += a[i];
    out[i] = s;
  }
}

__global__ void leaders(const float *a, float *out, int n) {
  __shared__ float s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = a[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    float t = 0;
    for (int k = 0; k < blockDim.x; ++k)
      t += s[k];
    out[blockIdx.x] = t;
  }
}

__global__ void scanOf(const float *in, float *out) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    float t = 0;
    for (int k = 0; k < 256; ++k) {
      t += s[k];
      s[k] = t;
    }
  }
  __syncthreads();
  out[i] = s[threadIdx.x];
}

__global__ void histo(const unsigned char *in, int *h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&h[in[i]], 1);
}

__global__ void maxOf(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicMax(out, in[i]);
}

struct Particle {
  float Px, Py, Pz, Vx, Vy, Vz, Mass, Charge;
};
__global__ void masses(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].Mass * p[i].Charge;
}

__global__ void idle(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}

__global__ __launch_bounds__(1024, 8) void spills(float *x, int n) {
  float v[96];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
  for (int k = 0; k < 96; ++k) v[k] = x[i + k * n];
  for (int r = 0; r < 100; ++r)
#pragma unroll
    for (int k = 0; k < 96; ++k) v[k] = v[k] * v[(k + 7) % 96] + v[(k + 31) % 96];
#pragma unroll
  for (int k = 0; k < 96; ++k) x[i + k * n] = v[k];
}

// What rocRAND's header has, in short: a sequence is a power of a matrix away.
struct rocrand_state_xorwow {
  unsigned d, v[5];
};
typedef rocrand_state_xorwow hiprandState;
__device__ unsigned matrices[64 * 160];
__device__ inline void rocrand_init(unsigned long long seed, unsigned long long sequence,
                                    unsigned long long offset, rocrand_state_xorwow *state) {
  unsigned v[5] = {unsigned(seed), 1, 2, 3, 4};
  for (int bit = 0; sequence; sequence >>= 1, ++bit)
    if (sequence & 1)
      for (int i = 0; i < 160; ++i)
        if (v[i & 3] >> (i / 5) & 1)
          for (int j = 0; j < 5; ++j)
            v[j] ^= matrices[bit * 160 + i];
  for (int j = 0; j < 5; ++j)
    state->v[j] = v[j];
  state->d = unsigned(offset);
}
template <class S>
__device__ inline void hiprand_init(unsigned long long seed, unsigned long long sequence,
                                    unsigned long long offset, S *state) {
  rocrand_init(seed, sequence, offset, state);
}
__global__ void price(float *out, unsigned long long seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  hiprandState s;
  hiprand_init(seed, i, 0, &s);
  out[i] = (s.v[4] + s.d) * 2.3e-10f;
}

typedef _Float16 half4 __attribute__((ext_vector_type(4)));
typedef float float16 __attribute__((ext_vector_type(16)));
__global__ void product(const half4 *A, const half4 *B, float16 *C, int n) {
  half4 a = A[threadIdx.x], b = B[threadIdx.x];
  float16 c = {}, d = {};
  for (int i = 0; i < n; ++i) {
    c = __builtin_amdgcn_mfma_f32_32x32x8f16(a, b, c, 0, 0, 0);
    d = __builtin_amdgcn_mfma_f32_32x32x8f16(a, b, d, 0, 0, 0);
  }
  C[blockIdx.x * blockDim.x + threadIdx.x] = c + d;
}

int main() {
  float *a, *b;
  unsigned char *c;
  int *p;
  half4 *h;
  float16 *r;
  hipMalloc(&a, 1L << 30);
  hipMalloc(&b, 1L << 30);
  hipMalloc(&c, 1L << 30);
  hipMalloc(&p, 1L << 30);
  hipMalloc(&h, 1L << 30);
  hipMalloc(&r, 1L << 30);
  treeSum<<<65536, 256>>>(a, b, 1 << 24);
  for (int k = 0; k < 1000; ++k) {
    step<<<64, 256>>>(a, b);
    hipDeviceSynchronize();
  }
  for (int k = 0; k < 1000; ++k) {
    step<<<16384, 256>>>(a, b);
    hipMemcpy(a, b, 1L << 24, hipMemcpyDeviceToDevice);
  }
  sums<<<1, 1>>>(a, b, 1 << 16);
  leaders<<<16384, 1024>>>(a, b, 1 << 24);
  scanOf<<<65536, 256>>>(a, b);
  histo<<<65536, 256>>>(c, p, 1 << 24);
  maxOf<<<65536, 256>>>(p, p, 1 << 24);
  masses<<<65536, 256>>>((Particle *)a, b);
  idle<<<100000, 256>>>(a, 1000);
  spills<<<1024, 1024>>>(a, 1 << 20);
  price<<<65536, 256>>>(a, 1);
  product<<<304 * 8, 256>>>(h, h, r, 10000);
  return hipDeviceSynchronize() == hipSuccess ? 0 : 1;
}
