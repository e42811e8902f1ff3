//===- Cases.h - What the tables of cases are written with ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_ACCURACY_MEASURE_CASES_H
#define GPUPERF_BENCHMARKS_ACCURACY_MEASURE_CASES_H

#include "benchmarks/accuracy/measure/Inputs.h"
#include "benchmarks/accuracy/measure/Plan.h"
#include <algorithm>
#include <cmath>

namespace gpuperf::measure {

#define CASE(Name) Case case##Name();
#include "benchmarks/accuracy/measure/Cases.def"

constexpr double FloatUlp = 1.0 / (1 << 23);
constexpr double DoubleUlp = FloatUlp / (1 << 29);

/// A sum in floating point: its terms are added here in double, and the kernel
/// may be off by one rounding of all it has added, each step.
class Sum {
public:
  explicit Sum(double Ulp = FloatUlp) : Ulp(Ulp) {}
  void add(double Term) {
    Total += Term;
    Magnitude += std::abs(Term);
    ++Terms;
  }
  double total() const { return Total; }
  /// \p Depth: additions that a term goes through; 0: as many as terms.
  Wanted wanted(double Depth = 0) const {
    return {Total, ((Depth > 0 ? Depth : Terms) + 2) * Ulp * Magnitude};
  }

private:
  double Ulp, Total = 0, Magnitude = 0, Terms = 0;
};

inline Wanted exactly(double Value) { return {Value, 0}; }

/// Expect from what one element must be: F(Problem, Shape, Place).
template <typename F> auto each(F OfOne) {
  return [OfOne](const Problem &P, const Shape &S, const Places &At) {
    std::vector<Wanted> Want;
    for (uint64_t Place : At)
      Want.push_back(OfOne(P, S, Place));
    return Want;
  };
}

using Arguments = std::vector<std::pair<std::string, int64_t>>;

/// Problems of one number: DRAM, L2, and in a full run a small odd one.
/// \p Bytes: of all buffers, per element.
inline std::vector<Problem> lineProblems(const Gpu &G, double Bytes,
                                         const char *Count,
                                         const Arguments &Others = {}) {
  std::vector<int64_t> Counts = {countInDram(G, Bytes), countInL2(G, Bytes)};
  if (G.Depth != Effort::Quick)
    Counts.push_back(G.Depth == Effort::Full ? 100003 : 1003);
  std::vector<Problem> Problems;
  for (int64_t C : Counts) {
    Problem P{{{Count, C}}};
    P.Arguments.insert(P.Arguments.end(), Others.begin(), Others.end());
    Problems.push_back(P);
  }
  return Problems;
}

/// Square problems of two names, likewise.
inline std::vector<Problem> squareProblems(const Gpu &G, double Bytes,
                                           const char *Lines,
                                           const char *Columns,
                                           const Arguments &Others = {}) {
  std::vector<int64_t> Sides = {sideOf(countInDram(G, Bytes)),
                                sideOf(countInL2(G, Bytes))};
  if (G.Depth != Effort::Quick)
    Sides.push_back(G.Depth == Effort::Full ? 1000 : 45);
  std::vector<Problem> Problems;
  for (int64_t Side : Sides) {
    Problem P{{{Lines, Side}, {Columns, Side}}};
    P.Arguments.insert(P.Arguments.end(), Others.begin(), Others.end());
    Problems.push_back(P);
  }
  return Problems;
}

/// Elements that a parameter counts.
inline auto resultsOf(const char *Count) {
  return
      [Count](const Problem &P, const Shape &) { return uint64_t(P[Count]); };
}
inline auto resultsOf(const char *Lines, const char *Columns) {
  return [Lines, Columns](const Problem &P, const Shape &) {
    return uint64_t(P[Lines] * P[Columns]);
  };
}

} // namespace gpuperf::measure

#endif // GPUPERF_BENCHMARKS_ACCURACY_MEASURE_CASES_H
