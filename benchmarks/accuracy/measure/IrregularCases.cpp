//===- IrregularCases.cpp - Places and paths that the data decide ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Cases.h"

namespace gpuperf::measure {
namespace {

unsigned bitsOf(int64_t PowerOfTwo) {
  unsigned Bits = 0;
  while (PowerOfTwo >> (Bits + 1))
    ++Bits;
  return Bits;
}

/// Powers of two only: the index is a permutation.
std::vector<Problem> indexedProblems(const Gpu &G) {
  return {{{{"n", countInDram(G, 12)}}}, {{{"n", countInL2(G, 12)}}}};
}

constexpr int64_t PerThread = 16;

} // namespace

Case caseGather() {
  return {"gather",
          "measure_gather.cu",
          "random access",
          indexedProblems,
          [](const Problem &P, Effort E) { return lineShapes(P["n"], E); },
          [](const Problem &P) { return 12.0 * P["n"]; },
          resultsOf("n"),
          each([](const Problem &P, const Shape &, uint64_t I) {
            return exactly(
                signedInput(permuted(uint32_t(I), bitsOf(P["n"])), 1));
          })};
}

Case caseScatter() {
  Case C = caseGather();
  C.Kernel = "scatter";
  C.Expect = [](const Problem &P, const Shape &, const Places &At) {
    // Backwards: who has written to the places that are looked at?
    std::vector<Wanted> Want(At.size(), exactly(NAN));
    for (int64_t I = 0; I < P["n"]; ++I) {
      uint64_t To = permuted(uint32_t(I), bitsOf(P["n"]));
      auto Found = std::lower_bound(At.begin(), At.end(), To);
      if (Found != At.end() && *Found == To)
        Want[Found - At.begin()] = exactly(signedInput(I, 1));
    }
    return Want;
  };
  return C;
}

static Case histogram(const char *Kernel) {
  return {Kernel,
          "measure_histogram.cu",
          "histogram",
          [](const Gpu &G) {
            int64_t Large = countInDram(G, 16), Small = countInL2(G, 4);
            if (G.Depth == Effort::Tiny)
              return std::vector<Problem>{{{{"n", Large}, {"num_bins", 48}}}};
            std::vector<Problem> Problems = {
                {{{"n", Large}, {"num_bins", 256}}},
                {{{"n", Large}, {"num_bins", 16}}},
                {{{"n", Small}, {"num_bins", 1024}}}};
            if (G.Depth == Effort::Quick)
              Problems.resize(1);
            return Problems;
          },
          [](const Problem &P, Effort E) {
            return stridedShapes(P["n"], PerThread, E);
          },
          [](const Problem &P) { return 4.0 * (P["n"] + P["num_bins"]); },
          resultsOf("num_bins"),
          [](const Problem &P, const Shape &, const Places &At) {
            std::vector<double> Counts(P["num_bins"], 0);
            for (int64_t I = 0; I < P["n"]; ++I)
              ++Counts[mixed(I, 1) % P["num_bins"]];
            std::vector<Wanted> Want;
            for (uint64_t Bin : At)
              Want.push_back(exactly(Counts[Bin]));
            return Want;
          }};
}
Case caseHistogramGlobal() { return histogram("histogram_global"); }
Case caseHistogramShared() { return histogram("histogram_shared"); }

Case caseCollatz() {
  return {
      "collatz_steps",
      "measure_divergent.cu",
      "divergence",
      [](const Gpu &G) { return lineProblems(G, 32, "n", {{"most", 400}}); },
      [](const Problem &P, Effort E) { return lineShapes(P["n"], E); },
      [](const Problem &P) { return 8.0 * P["n"]; },
      resultsOf("n"),
      each([](const Problem &P, const Shape &, uint64_t I) {
        uint64_t V = mixed(I, 1) % 65536 + 1;
        int64_t Steps = 0;
        for (; V != 1 && Steps < P["most"]; ++Steps)
          V = V % 2 == 0 ? V / 2 : 3 * V + 1;
        return exactly(double(Steps));
      })};
}

} // namespace gpuperf::measure
