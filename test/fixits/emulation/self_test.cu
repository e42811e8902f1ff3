//===- self_test.cu - What the emulation must get right -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ends with 0 if every kernel did what CUDA says. The comments and strings here
// look like code: kernel<<<1, 1>>>() and __shared__ int x[];
//
//===----------------------------------------------------------------------===//
#include <cstdio>
#include <cuda_runtime.h>

static int failures = 0;
#define EXPECT(what)                                                           \
  if (!(what))                                                                 \
  ++failures, std::printf("line %d: %s\n", __LINE__, #what)
#define RUN(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)

namespace outer {
template <typename T, int N> struct Kernels {
  static __global__ void put(T *to, T value) {
    to[(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x +
       threadIdx.z * 100 + threadIdx.y * 10 + threadIdx.x] += value * N;
  }
};
} // namespace outer

template <typename T> __global__ void putOne(T *to, T value) { *to = value; }
__global__ void nothing() {}

__global__ void reverseBlock(int *v) {
  __shared__ int slot[64], extra;
  if (threadIdx.x == 0)
    extra = int(blockIdx.x);
  slot[threadIdx.x] = v[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  v[blockIdx.x * 64 + threadIdx.x] = slot[63 - threadIdx.x] + extra;
}

__global__ void __launch_bounds__(128) sumBlock(const int *in, int *out) {
  extern __shared__ __align__(8) int partial[];
  partial[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int s = blockDim.x / 2; s; s /= 2) {
    if (threadIdx.x < s)
      partial[threadIdx.x] += partial[threadIdx.x + s];
    __syncthreads();
  }
  if (!threadIdx.x)
    *out = partial[0];
}

__global__ void warpThings(int *out) {
  int lane = threadIdx.x % 32;
  int sum = threadIdx.x;
  for (int by = 16; by; by /= 2)
    sum += __shfl_xor_sync(~0u, sum, by);
  int above = __shfl_down_sync(~0u, lane, 1);
  int below = __shfl_up_sync(~0u, lane, 1);
  unsigned even = __ballot_sync(~0u, lane % 2 == 0);
  int tens = __shfl_sync(~0u, lane, 3, 8);
  out[threadIdx.x] = sum * 10000 + above * 100 + below;
  out[64 + threadIdx.x] = int(even == 0x55555555u) + tens * 10 +
                          1000 * __all_sync(~0u, lane < 32) +
                          2000 * __any_sync(~0u, lane == 40);
}

__global__ void atomics(unsigned *v) {
  atomicAdd(v, 1u);
  atomicMax(v + 1, threadIdx.x);
  atomicMin(v + 2, threadIdx.x);
  atomicCAS(v + 3, 0u, 7u);
  atomicOr(v + 4, 1u << threadIdx.x % 32);
}

static int calls = 0;
static int next() { return ++calls; }
static void launchBy(void (*kernel)(int *, int), int *to) {
  (*kernel)<<<1, 1>>>(to, 5);
}

int main() {
  int *v;
  cudaMalloc(&v, 128 * sizeof(int));
  auto clear = [&] { cudaMemset(v, 0, 128 * sizeof(int)); };

  clear();
  outer::Kernels<int, (3 > 2 ? 2 : 1)>::put<<<1, 1>>>(v, 4);
  EXPECT(v[0] == 8);
  RUN(putOne<int>, 1, dim3(1), v, 3);
  EXPECT(v[0] == 3);
  putOne<<<dim3{1, 1, 1}, dim3{1}>>>(v, next()); // once, not once per thread
  putOne<<<4, 32>>>(v + 1, next());
  EXPECT(v[0] == 1 && v[1] == 2 && calls == 2);
  v[0] ? putOne<<<1, 1>>>(v, 11) : putOne<<<1, 1>>>(v, 12);
  EXPECT(v[0] == 11);
  if (v[0] == 11)
    nothing<<<1, 1, 0, nullptr>>>();
  else
    nothing<<<0, 0>>>();
  launchBy(putOne<int>, v);
  EXPECT(v[0] == 5);

  int *cube;
  cudaMallocManaged(&cube, 1000 * sizeof(int));
  cudaMemset(cube, 0, 1000 * sizeof(int));
  outer::Kernels<int, 1>::put<<<1, dim3(10, 10, 10)>>>(cube, 1);
  bool allOnes = true;
  for (int i = 0; i < 1000; ++i)
    allOnes &= cube[i] == 1;
  EXPECT(allOnes);
  cudaFree(cube);

  for (int i = 0; i < 128; ++i)
    v[i] = i;
  reverseBlock<<<2, 64>>>(v);
  EXPECT(v[0] == 63 && v[63] == 0 && v[64] == 128 && v[127] == 65);

  for (int i = 0; i < 128; ++i)
    v[i] = i;
  int *sum;
  cudaMalloc(&sum, sizeof(int));
  sumBlock<<<1, 128, 128 * sizeof(int)>>>(v, sum);
  EXPECT(*sum == 127 * 64);
  cudaFree(sum);

  warpThings<<<1, 64>>>(v);
  EXPECT(v[0] == 496 * 10000 + 1 * 100 + 0);
  EXPECT(v[33] == (496 + 32 * 32) * 10000 + 2 * 100 + 0);
  EXPECT(v[31] == 496 * 10000 + 31 * 100 + 30);
  EXPECT(v[64 + 12] == 1 + 11 * 10 + 1000);

  clear();
  v[2] = 1000;
  atomics<<<3, 50>>>(reinterpret_cast<unsigned *>(v));
  EXPECT(v[0] == 150 && v[1] == 49 && v[2] == 0 && v[3] == 7 && v[4] == -1);

  float4 four = make_float4(1, 2, 3, 4);
  EXPECT(sizeof(four) == 16 && alignof(float4) == 16 && four.w == 4);
  EXPECT(sizeof(float3) == 12 && sizeof(uchar4) == 4 && alignof(uchar4) == 4);
  EXPECT(min(3, 2) == 2 && max(2.5f, 1.0f) == 2.5f && rsqrtf(4.0f) == 0.5f);
  cudaFree(v);
  std::printf(failures ? "" : "as CUDA says\n");
  return failures != 0;
}
