//===- Ops.h - The operations of Ops.def as types ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation is a type; its step() is one link of a dependent chain. PTX
// for NVIDIA, GCN machine code for AMD where OpsHip.def has it, a cost without
// an effect for the emulation.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_GPU_OPS_H
#define GPUPERF_BENCHMARKS_MICRO_GPU_OPS_H

#include "benchmarks/micro/gpu/Device.h"
#include <string_view>

/// The most threads that a block of the kernel has: its registers are limited
/// so that such a block fits.
#if defined(GPUPERF_EMULATED)
#define GPUPERF_BOUNDS(Threads)
#else
#define GPUPERF_BOUNDS(Threads) __launch_bounds__(Threads)
#endif

/// A link that is called costs a call.
#define GPUPERF_INLINE inline __attribute__((always_inline))

namespace gpuperf::micro {

/// The compute capability that code is being compiled for (75 for 7.5); on the
/// host and elsewhere one that has all there is.
#if defined(__CUDA_ARCH__)
constexpr unsigned CompiledSm = __CUDA_ARCH__ / 10;
#else
constexpr unsigned CompiledSm = 1000;
#endif

/// Where a link gets its operands; see Ops.def.
enum class OperandForm { Same, Turns };

/// What Ops.def says of an operation.
struct OperationFacts {
  const char *Name, *Class, *Row;
  unsigned Steps;
  double Results;
  unsigned Links, MinSm;
};

/// A value as words, and back.
template <typename T> union Words {
  static_assert(sizeof(T) % sizeof(uint32_t) == 0, "whole words only");
  static constexpr unsigned Count = sizeof(T) / sizeof(uint32_t);
  T Value;
  uint32_t Word[Count];
};

/// From memory, so that no compiler knows the value, at an address that differs
/// between threads, so that it does not become a warp's (uniform registers are
/// another pipe).
template <typename T> __device__ T loadValue(const uint32_t *From) {
  Words<T> Both;
#pragma unroll
  for (unsigned I = 0; I < Words<T>::Count; ++I)
    Both.Word[I] = loadL1(From + I);
  return Both.Value;
}

/// All words of a value in one.
template <typename T> __device__ uint32_t foldValue(T Value) {
  Words<T> Both{Value};
  uint32_t Folded = 0;
#pragma unroll
  for (unsigned I = 0; I < Words<T>::Count; ++I)
    Folded ^= Both.Word[I];
  return Folded;
}

#if defined(GPUPERF_EMULATED)
#define GPUPERF_STEP(Struct, Type, C, Text)                                    \
  static constexpr bool Supported = true;                                      \
  static GPUPERF_INLINE void step(Type &, Type, Type) {                        \
    for (unsigned I = 0; I < Facts.Steps; ++I)                                 \
      synthetic::operation(Facts.Class);                                       \
    if (std::string_view(Text).find("setp.ne") != std::string_view::npos)      \
      synthetic::operation("compare_min_max");                                 \
  }
#elif defined(GPUPERF_ON_AMD)
template <typename Op> struct Gcn {
  static constexpr bool Supported = false;
  template <typename T> static __device__ GPUPERF_INLINE void step(T &, T, T) {}
};
#define GCN(Struct, Type, Text)                                                \
  struct Struct;                                                               \
  template <> struct Gcn<Struct> {                                             \
    static constexpr bool Supported = true;                                    \
    static __device__ GPUPERF_INLINE void step(Type &X, Type Y, Type Z) {      \
      asm volatile(Text : "+v"(X) : "v"(Y), "v"(Z));                           \
    }                                                                          \
  };
// The empty asm: no link is folded into the next.
#define CODE(Struct, Type, Statement)                                          \
  struct Struct;                                                               \
  template <> struct Gcn<Struct> {                                             \
    static constexpr bool Supported = true;                                    \
    static __device__ GPUPERF_INLINE void step(Type &X, Type Y, Type) {        \
      Statement;                                                               \
      asm volatile("" : "+v"(X));                                              \
    }                                                                          \
  };
#include "benchmarks/micro/gpu/OpsHip.def"
#define GPUPERF_STEP(Struct, Type, C, Text)                                    \
  static constexpr bool Supported = Gcn<Struct>::Supported;                    \
  static __device__ GPUPERF_INLINE void step(Type &X, Type Y, Type Z) {        \
    Gcn<Struct>::step(X, Y, Z);                                                \
  }
#else
// Where the architecture lacks the operation there is nothing; the host does
// not run it there (MinSm).
#define GPUPERF_STEP(Struct, Type, C, Text)                                    \
  static constexpr bool Supported = true;                                      \
  static __device__ GPUPERF_INLINE void step(Type &X, Type Y, Type Z) {        \
    if constexpr (CompiledSm >= Facts.MinSm)                                   \
      asm volatile(Text : "+" C(X) : C(Y), C(Z));                              \
  }
#endif

#define OPERATION(Struct, Name, Class, Row, Type, C, Form, FirstX, FirstY,     \
                  FirstZ, Steps, Results, Links, MinSm, Machine, Text)         \
  struct Struct {                                                              \
    using Value = Type;                                                        \
    static constexpr OperandForm Where = OperandForm::Form;                    \
    static constexpr OperationFacts Facts = {Name,    Class, Row,  Steps,      \
                                             Results, Links, MinSm};           \
    static Value first(unsigned I) {                                           \
      return I == 0 ? Value(FirstX) : I == 1 ? Value(FirstY) : Value(FirstZ);  \
    }                                                                          \
    GPUPERF_STEP(Struct, Type, C, Text)                                        \
  };
#include "benchmarks/micro/gpu/Ops.def"
#undef GPUPERF_STEP

/// The accurate sine of the mathematical library, arguments near 1.
struct Fp32SinCosSlow {
  using Value = float;
  static constexpr OperandForm Where = OperandForm::Same;
  static constexpr OperationFacts Facts = {
      "fp32_sincos_slow", "fp32_sincos_slow", "", 1, 1, 2, 75};
  static Value first(unsigned) { return 1.25f; }
  static constexpr bool Supported = true;
#if defined(GPUPERF_EMULATED)
  static GPUPERF_INLINE void step(float &, float, float) {
    synthetic::operation("fp32_sincos_slow");
  }
#else
  static __device__ GPUPERF_INLINE void step(float &X, float, float) {
    X = sinf(X);
  }
#endif
};

/// Stands in a loop that is to be one: the emulation cannot see its branch.
#if defined(GPUPERF_EMULATED)
inline void passBranch() {
  synthetic::operation("int32_add");
  synthetic::operation("compare_min_max");
  synthetic::operation("branch");
}
#else
__device__ inline void passBranch() {}
#endif

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_GPU_OPS_H
