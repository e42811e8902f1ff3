//===- OpsMatrix.h - The products of OpsMatrix.def as types -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in Ops.h, each product is a type whose step() is one link of a chain: it
// adds the product of Y and Z to the sums X.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_GPU_OPSMATRIX_H
#define GPUPERF_BENCHMARKS_MICRO_GPU_OPSMATRIX_H

#include "benchmarks/micro/gpu/Ops.h"

namespace gpuperf::micro {

/// What a thread holds of the sums; of the factors it holds as much or less.
struct MatrixWords {
  uint32_t Word[4];
  static MatrixWords of(uint32_t Each) { return {{Each, Each, Each, Each}}; }
};
struct MatrixDoubles {
  double Part[2];
  static MatrixDoubles of(double Each) { return {{Each, Each}}; }
};

/// The forms of OpsMatrix.def.
struct Floats {
  using Value = MatrixWords;
  static Value one(uint32_t Word) { return Value::of(Word); }
};
using Halves = Floats;
struct Doubles {
  using Value = MatrixDoubles;
  static Value one(uint32_t) { return Value::of(1); }
};

#if defined(GPUPERF_EMULATED)
#define GPUPERF_MATRIX_STEP(Registers, Text)                                   \
  static constexpr bool Supported = true;                                      \
  static GPUPERF_INLINE void step(Value &, const Value &, const Value &) {     \
    synthetic::operation(Facts.Class);                                         \
  }
#elif defined(GPUPERF_ON_AMD)
#define GPUPERF_MATRIX_STEP(Registers, Text)                                   \
  static constexpr bool Supported = false;                                     \
  static __device__ GPUPERF_INLINE void step(Value &, const Value &,           \
                                             const Value &) {}
#else
#define GPUPERF_MATRIX_Floats(Text)                                            \
  asm volatile(Text " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "          \
                    "{%0, %1, %2, %3};"                                        \
               : "+r"(X.Word[0]), "+r"(X.Word[1]), "+r"(X.Word[2]),            \
                 "+r"(X.Word[3])                                               \
               : "r"(Y.Word[0]), "r"(Y.Word[1]), "r"(Y.Word[2]),               \
                 "r"(Y.Word[3]), "r"(Z.Word[0]), "r"(Z.Word[1]))
#define GPUPERF_MATRIX_Halves(Text)                                            \
  asm volatile(Text " {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"         \
               : "+r"(X.Word[0]), "+r"(X.Word[1])                              \
               : "r"(Y.Word[0]), "r"(Y.Word[1]), "r"(Y.Word[2]),               \
                 "r"(Y.Word[3]), "r"(Z.Word[0]), "r"(Z.Word[1]))
#define GPUPERF_MATRIX_Doubles(Text)                                           \
  asm volatile(Text " {%0, %1}, {%2}, {%3}, {%0, %1};"                         \
               : "+d"(X.Part[0]), "+d"(X.Part[1])                              \
               : "d"(Y.Part[0]), "d"(Z.Part[0]))
// Where the architecture lacks the product there is nothing; the host does not
// run it there (MinSm).
#define GPUPERF_MATRIX_STEP(Registers, Text)                                   \
  static constexpr bool Supported = true;                                      \
  static __device__ GPUPERF_INLINE void step(Value &X, const Value &Y,         \
                                             const Value &Z) {                 \
    if constexpr (CompiledSm >= Facts.MinSm)                                   \
      GPUPERF_MATRIX_##Registers(Text);                                        \
  }
#endif

#define MATRIX_OP(Struct, Name, Class, Row, Registers, One, Results, MinSm,    \
                  Machine, Text)                                               \
  struct Struct {                                                              \
    using Value = Registers::Value;                                            \
    static constexpr OperandForm Where = OperandForm::Same;                    \
    static constexpr OperationFacts Facts = {Name,    Class, Row,  1,          \
                                             Results, 16,    MinSm};           \
    static Value first(unsigned I) {                                           \
      return I == 0 ? Value::of(0) : Registers::one(One);                      \
    }                                                                          \
    GPUPERF_MATRIX_STEP(Registers, Text)                                       \
  };
#include "benchmarks/micro/gpu/OpsMatrix.def"
#undef GPUPERF_MATRIX_STEP

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_GPU_OPSMATRIX_H
