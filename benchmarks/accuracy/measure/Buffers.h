//===- Buffers.h - Buffers of the measured kernels --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For <Topic>Kernels.cu only. The kernels themselves come from
// benchmarks/accuracy/kernels, each file in a namespace of its own, so that
// what is measured is what gpuperf predict reads.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_ACCURACY_MEASURE_BUFFERS_H
#define GPUPERF_BENCHMARKS_ACCURACY_MEASURE_BUFFERS_H

#include "benchmarks/accuracy/measure/Inputs.h"
#include "benchmarks/accuracy/measure/Prepared.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>
#include <memory>

#if defined(GPUPERF_EMULATED) && !defined(__launch_bounds__)
#define __launch_bounds__(...)
#endif

#if defined(GPUPERF_ON_AMD) && !defined(__shfl_down_sync)
// The kernels think in warps of 32, which half a wavefront of 64 is as well.
#define __shfl_down_sync(Mask, Value, By) __shfl_down(Value, By, 32)
#define __shfl_xor_sync(Mask, Value, With) __shfl_xor(Value, With, 32)
#endif

namespace gpuperf::measure {
namespace {

using micro::DeviceArray;
using micro::launch;
using micro::LaunchConfig;

inline LaunchConfig config(const Shape &S) {
  LaunchConfig C;
  C.Grid = dim3(S.Grid.X, S.Grid.Y, S.Grid.Z);
  C.Block = dim3(S.Block.X, S.Block.Y, S.Block.Z);
  C.SharedBytes = S.SharedBytes;
  return C;
}

/// One thread per element, 256 to a block.
inline LaunchConfig overAll(size_t Count) {
  LaunchConfig C;
  C.Grid = dim3(unsigned((Count + 255) / 256));
  C.Block = dim3(256);
  return C;
}

enum class Content { Signed, Positive, NearOne, Mixed, Permuted };

template <typename T>
__global__ void fillBuffer(T *To, size_t Count, unsigned Stream, Content Of,
                           unsigned Bits) {
  size_t Own = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (Own >= Count)
    return;
  switch (Of) {
  case Content::Signed:
    To[Own] = T(signedInput(Own, Stream));
    break;
  case Content::Positive:
    To[Own] = T(positiveInput(Own, Stream));
    break;
  case Content::NearOne:
    To[Own] = T(nearOneInput(Own, Stream));
    break;
  case Content::Mixed:
    To[Own] = T(mixed(Own, Stream));
    break;
  case Content::Permuted:
    To[Own] = T(permuted(unsigned(Own), Bits));
    break;
  }
}

template <typename T>
__global__ void pickPlaces(const T *From, const uint64_t *At, double *To,
                           size_t Count) {
  size_t Own = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (Own < Count)
    To[Own] = double(From[At[Own]]);
}

template <typename T> using Buffer = std::shared_ptr<DeviceArray<T>>;

template <typename T> Buffer<T> buffer(uint64_t Count) {
  return std::make_shared<DeviceArray<T>>(size_t(std::max<uint64_t>(1, Count)));
}

template <typename T>
void fill(const Buffer<T> &To, unsigned Stream, Content Of = Content::Signed) {
  unsigned Bits = 0;
  while (To->size() >> (Bits + 1))
    ++Bits;
  launch(fillBuffer<T>, overAll(To->size()), To->data(), To->size(), Stream, Of,
         Bits);
}

template <typename T>
Buffer<T> input(uint64_t Count, unsigned Stream, Content Of = Content::Signed) {
  Buffer<T> To = buffer<T>(Count);
  fill(To, Stream, Of);
  return To;
}

/// A result that is not written is NaN, or a number that is no result.
template <typename T> void poison(const Buffer<T> &To) {
  GPUPERF_CHECK(cudaMemset(To->data(), 0xff, To->size() * sizeof(T)));
}

template <typename T>
std::vector<double> read(const Buffer<T> &From, const Places &At) {
  for (uint64_t Place : At)
    if (Place >= From->size())
      throw micro::GpuError("a place behind the end of the result");
  if (At.empty())
    return {};
  DeviceArray<uint64_t> Where(At);
  DeviceArray<double> Found(At.size());
  launch(pickPlaces<T>, overAll(At.size()), From->data(), Where.data(),
         Found.data(), At.size());
  return Found.host();
}

template <typename... Ts> CodeFacts codeOf(void (*Kernel)(Ts...)) {
  CodeFacts Facts;
#if !defined(GPUPERF_EMULATED)
  cudaFuncAttributes A;
  GPUPERF_CHECK(
      cudaFuncGetAttributes(&A, reinterpret_cast<const void *>(Kernel)));
  Facts.Registers = unsigned(A.numRegs);
  Facts.StaticSharedBytes = unsigned(A.sharedSizeBytes);
  Facts.LocalBytes = unsigned(A.localSizeBytes);
  Facts.ConstBytes = unsigned(A.constSizeBytes);
  Facts.MaxThreadsPerBlock = unsigned(A.maxThreadsPerBlock);
#else
  (void)Kernel;
#endif
  return Facts;
}

/// Kernel(Of...) with its result in \p Out, which each launch writes whole.
template <typename T, typename... ParameterTs, typename LaunchT>
Prepared prepared(void (*Kernel)(ParameterTs...), Buffer<T> Out,
                  LaunchT Launch) {
  Prepared P;
  P.Reset = [Out] { poison(Out); };
  P.Launch = Launch;
  P.Read = [Out](const Places &At) { return read(Out, At); };
  P.Code = codeOf(Kernel);
  return P;
}

/// The same where launches add to what \p Out holds, or leave parts of it.
template <typename T, typename... ParameterTs, typename LaunchT>
Prepared preparedAdding(void (*Kernel)(ParameterTs...), Buffer<T> Out,
                        LaunchT Launch) {
  Prepared P = prepared(Kernel, Out, Launch);
  P.Reset = [Out] { Out->clear(); };
  P.Reset(); // memory that is new may hold anything
  return P;
}

} // namespace
} // namespace gpuperf::measure

#endif // GPUPERF_BENCHMARKS_ACCURACY_MEASURE_BUFFERS_H
