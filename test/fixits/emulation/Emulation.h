//===- Emulation.h - CUDA's language and runtime on the host ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included ahead of a CUDA file that rewrite.py has made host C++20 of. Threads
// run one after the other in a fixed order; what would fail or be undefined on
// a GPU ends the program (see fail). Shares no code with analysis/.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_FIXITS_EMULATION_H
#define GPUPERF_TEST_FIXITS_EMULATION_H

#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#define __CUDACC__ 1
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __forceinline__ inline
#define __align__(Bytes) alignas(Bytes)

#define EMULATION_VECTOR(Type, Name, Align2, Align4)                           \
  struct Name##1 { Type x; };                                                  \
  struct alignas(Align2) Name##2 { Type x, y; };                               \
  struct Name##3 { Type x, y, z; };                                            \
  struct alignas(Align4) Name##4 { Type x, y, z, w; };                         \
  inline Name##1 make_##Name##1(Type X) { return {X}; }                        \
  inline Name##2 make_##Name##2(Type X, Type Y) { return {X, Y}; }             \
  inline Name##3 make_##Name##3(Type X, Type Y, Type Z) { return {X, Y, Z}; }  \
  inline Name##4 make_##Name##4(Type X, Type Y, Type Z, Type W) {              \
    return {X, Y, Z, W};                                                       \
  }
EMULATION_VECTOR(signed char, char, 2, 4)
EMULATION_VECTOR(unsigned char, uchar, 2, 4)
EMULATION_VECTOR(short, short, 4, 8)
EMULATION_VECTOR(unsigned short, ushort, 4, 8)
EMULATION_VECTOR(int, int, 8, 16)
EMULATION_VECTOR(unsigned int, uint, 8, 16)
EMULATION_VECTOR(long long, longlong, 16, 16)
EMULATION_VECTOR(unsigned long long, ulonglong, 16, 16)
EMULATION_VECTOR(float, float, 8, 16)
EMULATION_VECTOR(double, double, 16, 16)
#undef EMULATION_VECTOR

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int X = 1, unsigned int Y = 1, unsigned int Z = 1)
      : x(X), y(Y), z(Z) {}
  constexpr dim3(uint3 V) : x(V.x), y(V.y), z(V.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

// Of the thread that runs now.
extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
constexpr int warpSize = 32;

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorInvalidConfiguration = 9
};
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
using cudaStream_t = struct EmulatedStream *;
using cudaEvent_t = struct EmulatedEvent *;
struct cudaDeviceProp {
  char name[256];
  size_t sharedMemPerBlock, totalGlobalMem;
  int warpSize, maxThreadsPerBlock, multiProcessorCount, major, minor,
      maxThreadsPerMultiProcessor;
  int maxBlocksPerMultiProcessor, regsPerMultiprocessor, memoryBusWidth,
      l2CacheSize;
  size_t sharedMemPerMultiprocessor, sharedMemPerBlockOptin;
};

namespace emulation {

/// Says what is wrong and ends the program with FailExit.
[[noreturn]] void fail(const char *What, unsigned long long A = 0,
                       unsigned long long B = 0);
constexpr int FailExit = 97;

/// Runs Thread(Context) for every thread of every block.
void runGrid(dim3 Grid, dim3 Block, size_t SharedBytes, void (*Thread)(void *),
             void *Context);

/// The block's dynamic shared memory, with room for exactly what the launch
/// asked for.
void *dynamicShared();
/// Called behind every __shared__ declaration: the first thread of a block
/// finds nothing that another block has left.
void sharedVariable(void *Variable, size_t Bytes);
/// Called at the head of a kernel with __launch_bounds__.
void launchBound(unsigned MaxThreads, unsigned = 0, unsigned = 0);
/// What cudaFuncSetAttribute allows, for all kernels.
void allowShared(size_t Bytes);

void *allocate(size_t Bytes);
void release(void *Memory);

/// Waits for the lanes of \p Mask in this thread's warp.
void warpBarrier(unsigned Mask);
/// Exchanges: what lane \p Lane of this warp has handed to this call.
uint64_t exchange(unsigned Mask, uint64_t Mine, unsigned Lane);
/// Bits of the lanes in \p Mask whose \p Predicate holds.
unsigned vote(unsigned Mask, bool Predicate);
/// Lane of this thread in its warp.
unsigned lane();

/// kernel<<<...>>>(args) is Launch(...)(lambda that calls it)(args).
class Launch {
public:
  Launch(dim3 TheGrid, dim3 TheBlock, size_t TheSharedBytes = 0,
         cudaStream_t = nullptr)
      : Grid(TheGrid), Block(TheBlock), SharedBytes(TheSharedBytes) {}

  template <typename K> auto operator()(K Kernel) const {
    return [Config = *this, Kernel](auto... Args) {
      auto Thread = [&] { Kernel(Args...); };
      runGrid(
          Config.Grid, Config.Block, Config.SharedBytes,
          [](void *Body) { (*static_cast<decltype(Thread) *>(Body))(); },
          &Thread);
    };
  }

private:
  dim3 Grid, Block;
  size_t SharedBytes;
};

template <typename T> T shuffle(unsigned Mask, T Value, unsigned Lane) {
  static_assert(sizeof(T) <= 8);
  uint64_t Bits = 0;
  std::memcpy(&Bits, &Value, sizeof(T));
  Bits = exchange(Mask, Bits, Lane);
  std::memcpy(&Value, &Bits, sizeof(T));
  return Value;
}

} // namespace emulation

//===-- Waiting and exchanging ---------------------------------------------===/

void __syncthreads();
inline void __syncwarp(unsigned Mask = ~0u) { emulation::warpBarrier(Mask); }
inline void __threadfence() {}
inline void __threadfence_block() {}

template <typename T>
T __shfl_sync(unsigned Mask, T Value, int From, int Width = 32) {
  unsigned Lane = emulation::lane();
  return emulation::shuffle(Mask, Value,
                            (Lane & ~(Width - 1)) | (From & (Width - 1)));
}
template <typename T>
T __shfl_down_sync(unsigned Mask, T Value, unsigned By, int Width = 32) {
  unsigned Lane = emulation::lane();
  bool Inside = (Lane & (Width - 1)) + By < unsigned(Width);
  return emulation::shuffle(Mask, Value, Inside ? Lane + By : Lane);
}
template <typename T>
T __shfl_up_sync(unsigned Mask, T Value, unsigned By, int Width = 32) {
  unsigned Lane = emulation::lane();
  bool Inside = (Lane & (Width - 1)) >= By;
  return emulation::shuffle(Mask, Value, Inside ? Lane - By : Lane);
}
template <typename T>
T __shfl_xor_sync(unsigned Mask, T Value, int With, int Width = 32) {
  unsigned Lane = emulation::lane(), Other = Lane ^ With;
  bool Inside = (Other & ~(Width - 1)) <= (Lane & ~(Width - 1));
  return emulation::shuffle(Mask, Value, Inside ? Other : Lane);
}
inline unsigned __ballot_sync(unsigned Mask, int Predicate) {
  return emulation::vote(Mask, Predicate);
}
inline int __any_sync(unsigned Mask, int Predicate) {
  return emulation::vote(Mask, Predicate) != 0;
}
inline int __all_sync(unsigned Mask, int Predicate) {
  return emulation::vote(Mask, !Predicate) == 0;
}

//===-- Atomics: one thread runs at a time
//----------------------------------===/

namespace emulation {
template <typename T, typename F> T update(T *Place, F New) {
  T Old = *Place;
  *Place = New(Old);
  return Old;
}
/// Integers wrap, as on the GPU.
template <typename T> T wrappingSum(T A, T B) {
  if constexpr (std::is_integral_v<T>)
    return T(std::make_unsigned_t<T>(A) + std::make_unsigned_t<T>(B));
  else
    return A + B;
}
} // namespace emulation

#define EMULATION_ATOMIC(Name, Result)                                         \
  template <typename T> T Name(T *Place, std::type_identity_t<T> V) {          \
    return emulation::update(Place, [&](T Old) -> T { return Result; });       \
  }
EMULATION_ATOMIC(atomicAdd, emulation::wrappingSum(Old, V))
EMULATION_ATOMIC(atomicSub, emulation::wrappingSum(Old, T(T(0) - V)))
EMULATION_ATOMIC(atomicExch, (void(Old), V))
EMULATION_ATOMIC(atomicMin, V < Old ? V : Old)
EMULATION_ATOMIC(atomicMax, Old < V ? V : Old)
EMULATION_ATOMIC(atomicAnd, T(Old &V))
EMULATION_ATOMIC(atomicOr, T(Old | V))
EMULATION_ATOMIC(atomicXor, T(Old ^ V))
EMULATION_ATOMIC(atomicInc, Old >= V ? 0 : Old + 1)
#undef EMULATION_ATOMIC
template <typename T>
T atomicCAS(T *Place, std::type_identity_t<T> Compare,
            std::type_identity_t<T> V) {
  return emulation::update(Place,
                           [&](T Old) { return Old == Compare ? V : Old; });
}

//===-- Arithmetic
//----------------------------------------------------------===/

#define EMULATION_MINMAX(A, B, R)                                              \
  inline R min(A X, B Y) {                                                     \
    return static_cast<R>(X) < static_cast<R>(Y) ? static_cast<R>(X)           \
                                                 : static_cast<R>(Y);          \
  }                                                                            \
  inline R max(A X, B Y) {                                                     \
    return static_cast<R>(X) < static_cast<R>(Y) ? static_cast<R>(Y)           \
                                                 : static_cast<R>(X);          \
  }
EMULATION_MINMAX(int, int, int)
EMULATION_MINMAX(unsigned, unsigned, unsigned)
EMULATION_MINMAX(int, unsigned, unsigned)
EMULATION_MINMAX(unsigned, int, unsigned)
EMULATION_MINMAX(long, long, long)
EMULATION_MINMAX(unsigned long, unsigned long, unsigned long)
EMULATION_MINMAX(long long, long long, long long)
EMULATION_MINMAX(unsigned long long, unsigned long long, unsigned long long)
EMULATION_MINMAX(float, float, float)
EMULATION_MINMAX(double, double, double)
EMULATION_MINMAX(float, double, double)
EMULATION_MINMAX(double, float, double)
#undef EMULATION_MINMAX

inline float rsqrtf(float X) { return 1.0f / std::sqrt(X); }
inline double rsqrt(double X) { return 1.0 / std::sqrt(X); }
inline float __fdividef(float X, float Y) { return X / Y; }
inline float __expf(float X) { return std::exp(X); }
inline float __logf(float X) { return std::log(X); }
inline float __sinf(float X) { return std::sin(X); }
inline float __cosf(float X) { return std::cos(X); }
inline float __powf(float X, float Y) { return std::pow(X, Y); }
inline float __fmaf_rn(float X, float Y, float Z) { return std::fma(X, Y, Z); }
inline float __saturatef(float X) { return X < 0 ? 0.0f : X > 1 ? 1.0f : X; }
inline int __mul24(int X, int Y) { return X * Y; }
inline unsigned __umul24(unsigned X, unsigned Y) { return X * Y; }
inline unsigned __umulhi(unsigned X, unsigned Y) {
  return unsigned((uint64_t(X) * Y) >> 32);
}
inline int __popc(unsigned X) { return __builtin_popcount(X); }
inline int __clz(int X) { return X ? __builtin_clz(unsigned(X)) : 32; }
inline int __ffs(int X) { return __builtin_ffs(X); }
inline int __float_as_int(float X) { return __builtin_bit_cast(int, X); }
inline float __int_as_float(int X) { return __builtin_bit_cast(float, X); }
inline unsigned __float_as_uint(float X) {
  return __builtin_bit_cast(unsigned, X);
}
inline float __uint_as_float(unsigned X) {
  return __builtin_bit_cast(float, X);
}
template <typename T> T __ldg(const T *Place) { return *Place; }

//===-- Runtime: host memory, nothing to wait for
//---------------------------===/

template <typename T> cudaError_t cudaMalloc(T **Memory, size_t Bytes) {
  *Memory = static_cast<T *>(emulation::allocate(Bytes));
  return cudaSuccess;
}
template <typename T>
cudaError_t cudaMallocManaged(T **Memory, size_t Bytes, unsigned = 1) {
  return cudaMalloc(Memory, Bytes);
}
template <typename T> cudaError_t cudaMallocHost(T **Memory, size_t Bytes) {
  return cudaMalloc(Memory, Bytes);
}
template <typename T>
cudaError_t cudaMallocPitch(T **Memory, size_t *Pitch, size_t WidthBytes,
                            size_t Height) {
  *Pitch = (WidthBytes + 255) / 256 * 256;
  return cudaMalloc(Memory, *Pitch * Height);
}
inline cudaError_t cudaFree(void *Memory) {
  emulation::release(Memory);
  return cudaSuccess;
}
inline cudaError_t cudaFreeHost(void *Memory) { return cudaFree(Memory); }
inline cudaError_t cudaMemcpy(void *To, const void *From, size_t Bytes,
                              cudaMemcpyKind) {
  std::memcpy(To, From, Bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void *To, const void *From, size_t Bytes,
                                   cudaMemcpyKind Kind,
                                   cudaStream_t = nullptr) {
  return cudaMemcpy(To, From, Bytes, Kind);
}
inline cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From,
                                size_t FromPitch, size_t WidthBytes,
                                size_t Height, cudaMemcpyKind) {
  for (size_t Row = 0; Row < Height; ++Row)
    std::memcpy(static_cast<char *>(To) + Row * ToPitch,
                static_cast<const char *>(From) + Row * FromPitch, WidthBytes);
  return cudaSuccess;
}
#ifndef EMULATION_OWN_DEVICE
inline cudaError_t cudaMemset(void *To, int Value, size_t Bytes) {
  std::memset(To, Value, Bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void *To, int Value, size_t Bytes,
                                   cudaStream_t = nullptr) {
  return cudaMemset(To, Value, Bytes);
}
#endif
template <typename T>
cudaError_t cudaMemcpyToSymbol(T &Symbol, const void *From, size_t Bytes,
                               size_t Offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice) {
  if (Offset + Bytes > sizeof(T))
    emulation::fail("cudaMemcpyToSymbol of %llu bytes to a variable of %llu",
                    Offset + Bytes, sizeof(T));
  std::memcpy(reinterpret_cast<char *>(&Symbol) + Offset, From, Bytes);
  return cudaSuccess;
}
template <typename T>
cudaError_t cudaMemcpyFromSymbol(void *To, const T &Symbol, size_t Bytes,
                                 size_t Offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  if (Offset + Bytes > sizeof(T))
    emulation::fail("cudaMemcpyFromSymbol of %llu bytes of a variable of %llu",
                    Offset + Bytes, sizeof(T));
  std::memcpy(To, reinterpret_cast<const char *>(&Symbol) + Offset, Bytes);
  return cudaSuccess;
}
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaDeviceReset() { return cudaSuccess; }
inline cudaError_t cudaSetDevice(int) { return cudaSuccess; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
inline const char *cudaGetErrorString(cudaError_t) { return "no error"; }
inline cudaError_t cudaStreamCreate(cudaStream_t *S) {
  *S = nullptr;
  return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
// Who emulates a device with a clock defines these (test/micro/SyntheticGpu.h).
#ifndef EMULATION_OWN_DEVICE
inline cudaError_t cudaEventCreate(cudaEvent_t *E) {
  *E = nullptr;
  return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = nullptr) {
  return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t,
                                        cudaEvent_t) {
  *Milliseconds = 0;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *P, int) {
  *P = {"emulated", 48 << 10,  size_t(8) << 30,
        32,         1024,      16,
        9,          0,         2048,
        32,         65536,     256,
        1 << 20,    100 << 10, 99 << 10};
  return cudaSuccess;
}
#endif
template <typename K>
cudaError_t cudaFuncSetAttribute(K, cudaFuncAttribute, int Value) {
  emulation::allowShared(size_t(Value));
  return cudaSuccess;
}

#endif // GPUPERF_TEST_FIXITS_EMULATION_H
