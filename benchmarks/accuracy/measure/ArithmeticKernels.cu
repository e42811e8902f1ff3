//===- ArithmeticKernels.cu - Much arithmetic on each element -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Buffers.h"

namespace gpuperf::measure {
namespace arithmetic {
#include "benchmarks/accuracy/kernels/measure_arithmetic.cu"
}
namespace reciprocal {
#include "benchmarks/accuracy/kernels/seed_reciprocal_sum.cu"
}

/// Kernel(In, Out, n, steps).
template <typename T, typename N>
static Prepared prepareWork(void (*Kernel)(const T *, T *, N, N),
                            const Problem &P, const char *Steps, Content Of) {
  N Count = N(P["n"]), Turns = N(P[Steps]);
  auto In = input<T>(Count, 1, Of);
  auto Out = buffer<T>(Count);
  return prepared(Kernel, Out, [=](const Shape &S) {
    launch(Kernel, config(S), In->data(), Out->data(), Count, Turns);
  });
}

Prepared prepareHornerFloat(const Problem &P) {
  return prepareWork(arithmetic::horner<float>, P, "degree", Content::NearOne);
}
Prepared prepareHornerDouble(const Problem &P) {
  return prepareWork(arithmetic::horner<double>, P, "degree", Content::NearOne);
}
Prepared prepareSpecialSums(const Problem &P) {
  return prepareWork(arithmetic::special_sums, P, "steps", Content::Positive);
}
Prepared prepareHashRounds(const Problem &P) {
  return prepareWork(arithmetic::hash_rounds, P, "rounds", Content::Mixed);
}
Prepared prepareReciprocalSum(const Problem &P) {
  return prepareWork(reciprocal::reciprocal_sum, P, "m", Content::Positive);
}

} // namespace gpuperf::measure
