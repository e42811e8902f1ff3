//===- ArithmeticCases.cpp - Much arithmetic on each element --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Cases.h"

namespace gpuperf::measure {
namespace {

/// Elements enough to fill the GPU, and then a few waves; \p Steps of work on
/// each.
std::vector<Problem> workProblems(const Gpu &G, const char *Steps) {
  if (G.Depth == Effort::Tiny)
    return {{{{"n", 1003}, {Steps, 20}}}};
  std::vector<Problem> Problems = {{{{"n", 1 << 20}, {Steps, 512}}},
                                   {{{"n", 1 << 16}, {Steps, 512}}},
                                   {{{"n", 1 << 20}, {Steps, 64}}}};
  if (G.Depth == Effort::Quick)
    Problems.resize(1);
  return Problems;
}

Case worked(const char *Kernel, const char *File, const char *Family,
            const char *Steps, double Bytes) {
  Case C;
  C.Kernel = Kernel;
  C.File = File;
  C.Family = Family;
  C.Problems = [Steps](const Gpu &G) { return workProblems(G, Steps); };
  C.Shapes = [](const Problem &P, Effort E) { return lineShapes(P["n"], E); };
  C.Bytes = [Bytes](const Problem &P) { return Bytes * P["n"]; };
  C.Results = resultsOf("n");
  return C;
}

/// The chain of multiply-adds, and what its roundings may add up to.
Wanted hornerOf(const Problem &P, uint64_t I, double Ulp) {
  double At = nearOneInput(I, 1), Total = 1;
  for (int64_t K = 0; K < P["degree"]; ++K)
    Total = Total * At + 0.5;
  return {Total, (P["degree"] + 2) * Ulp * Total};
}

} // namespace

Case caseHornerFloat() {
  Case C =
      worked("horner<float>", "measure_arithmetic.cu", "fp32", "degree", 8);
  C.Expect = each([](const Problem &P, const Shape &, uint64_t I) {
    return hornerOf(P, I, FloatUlp);
  });
  return C;
}

Case caseHornerDouble() {
  Case C =
      worked("horner<double>", "measure_arithmetic.cu", "fp64", "degree", 16);
  C.Expect = each([](const Problem &P, const Shape &, uint64_t I) {
    // Both sides round.
    return hornerOf(P, I, 2 * DoubleUlp);
  });
  return C;
}

Case caseSpecialSums() {
  Case C = worked("special_sums", "measure_arithmetic.cu", "special functions",
                  "steps", 8);
  C.Expect = each([](const Problem &P, const Shape &, uint64_t I) {
    // The unit's sine is within 2^-21 near zero, and its argument is rounded
    // when it is brought there.
    constexpr double EachStep = 4e-6;
    double At = positiveInput(I, 1);
    Sum S;
    for (int64_t K = 0; K < P["steps"]; ++K, At += 0.015625)
      S.add(std::sin(At) + std::exp(-At) + 1 / std::sqrt(At));
    Wanted W = S.wanted();
    return Wanted{W.Value, W.Tolerance + P["steps"] * EachStep};
  });
  return C;
}

Case caseHashRounds() {
  Case C =
      worked("hash_rounds", "measure_arithmetic.cu", "integer", "rounds", 8);
  C.Expect = each([](const Problem &P, const Shape &, uint64_t I) {
    uint32_t V = mixed(I, 1);
    for (uint32_t K = 0; K < P["rounds"]; ++K) {
      V ^= V >> 16;
      V *= 0x7feb352du;
      V ^= V >> 15;
      V += K;
    }
    return exactly(V);
  });
  return C;
}

Case caseReciprocalSum() {
  Case C = worked("reciprocal_sum", "seed_reciprocal_sum.cu", "fp32", "m", 8);
  C.Expect = each([](const Problem &P, const Shape &, uint64_t I) {
    double Own = positiveInput(I, 1);
    Sum S;
    for (int64_t K = 0; K < P["m"]; ++K)
      S.add(1 / (Own * Own + K));
    return S.wanted(P["m"] + 4.0);
  });
  return C;
}

} // namespace gpuperf::measure
