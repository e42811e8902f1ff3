//===- Prepared.h - A kernel with its buffers, ready to run -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_ACCURACY_MEASURE_PREPARED_H
#define GPUPERF_BENCHMARKS_ACCURACY_MEASURE_PREPARED_H

#include "benchmarks/accuracy/measure/Plan.h"

namespace gpuperf::measure {

/// What the driver says of a kernel's code.
struct CodeFacts {
  unsigned Registers = 0, StaticSharedBytes = 0, LocalBytes = 0, ConstBytes = 0;
  unsigned MaxThreadsPerBlock = 1024;
};

/// Buffers live as long as this does. All of it throws micro::GpuError.
struct Prepared {
  /// Inputs as Inputs.h says, and nothing of an earlier result left. Before a
  /// launch whose result is looked at.
  std::function<void()> Reset;
  std::function<void(const Shape &)> Launch;
  /// Elements of the result; waits for the GPU.
  std::function<std::vector<double>(const Places &)> Read;
  CodeFacts Code;
};

/// Takes the memory for the case of that number in Cases.def.
Prepared prepare(size_t CaseNumber, const Problem &P);

#define CASE(Name) Prepared prepare##Name(const Problem &);
#include "benchmarks/accuracy/measure/Cases.def"

} // namespace gpuperf::measure

#endif // GPUPERF_BENCHMARKS_ACCURACY_MEASURE_PREPARED_H
