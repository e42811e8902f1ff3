//===- ReductionCases.cpp - Sums over blocks, rows and columns ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Cases.h"

namespace gpuperf::measure {

namespace {

uint64_t blocks(const Problem &, const Shape &S) { return S.Grid.count(); }

/// What block \p Block adds up: every thread its elements, a grid apart.
Wanted blockSum(const Problem &P, const Shape &S, uint64_t Block) {
  Sum Of;
  int64_t Threads = S.Block.X, Stride = Threads * S.Grid.X;
  for (int64_t From = Block * Threads; From < P["n"]; From += Stride)
    for (int64_t I = From; I < std::min(P["n"], From + Threads); ++I)
      Of.add(signedInput(I, 1));
  return Of.wanted(double(P["n"]) / Stride + 12);
}

} // namespace

/// The sums are one per block: another shape, other sums.
Case caseBlockSums() {
  return {
      "block_sums",
      "measure_reduction.cu",
      "reduction",
      [](const Gpu &G) { return lineProblems(G, 4, "n"); },
      [](const Problem &P, Effort E) { return stridedShapes(P["n"], 8, E); },
      [](const Problem &P) { return 4.5 * P["n"] + 4096; },
      blocks,
      each(blockSum),
      true};
}

Case caseTreeSums() {
  Case C = caseBlockSums();
  C.Kernel = "tree_sums";
  C.Shapes = [](const Problem &P, Effort) {
    return lineShapes(P["n"], Effort::Quick); // powers of two only
  };
  return C;
}

Case caseSoftmaxRows() {
  return {"softmax_rows", "measure_softmax.cu", "reduction",
          // The kernel is not told the rows: there is a block for each.
          [](const Gpu &G) {
            if (G.Depth == Effort::Tiny)
              return std::vector<Problem>{{{{"columns", 300}, {"rows", 5}}}};
            std::vector<Problem> Problems;
            for (int64_t Columns : {4096, 1024, 16384})
              if (G.Depth == Effort::Full || Problems.empty())
                Problems.push_back({{{"columns", Columns},
                                     {"rows", countInDram(G, 8.0 * Columns)}}});
            return Problems;
          },
          [](const Problem &P, Effort E) { return rowShapes(P["rows"], E); },
          [](const Problem &P) { return 8.0 * P["rows"] * P["columns"]; },
          resultsOf("rows", "columns"),
          each([](const Problem &P, const Shape &, uint64_t I) {
            uint64_t Columns = P["columns"], First = I / Columns * Columns;
            double Largest = -4, Total = 0;
            for (uint64_t K = 0; K < Columns; ++K)
              Largest = std::max(Largest, signedInput(First + K, 1));
            for (uint64_t K = 0; K < Columns; ++K)
              Total += std::exp(signedInput(First + K, 1) - Largest);
            double Value = std::exp(signedInput(I, 1) - Largest) / Total;
            // All terms are positive: relative errors do not grow.
            return Wanted{Value, (Columns / 32.0 + 64) * FloatUlp * Value};
          })};
}

/// The table has a first row and column that nobody reads.
Case caseColumnMeans() {
  return {"mean_kernel",
          "polybench_correlation.cu",
          "column statistics",
          [](const Gpu &G) {
            std::vector<Problem> Problems;
            for (int64_t Side :
                 {sideOf(countInDram(G, 4)), sideOf(countInL2(G, 4))})
              Problems.push_back({{{"M", Side}, {"N", Side}}});
            return Problems;
          },
          [](const Problem &P, Effort E) { return lineShapes(P["M"], E); },
          [](const Problem &P) { return 4.0 * (P["M"] + 1) * (P["N"] + 2); },
          [](const Problem &P, const Shape &) { return uint64_t(P["M"] + 1); },
          each([](const Problem &P, const Shape &, uint64_t Column) {
            if (Column == 0)
              return exactly(0);
            Sum S;
            for (int64_t Line = 1; Line <= P["N"]; ++Line)
              S.add(signedInput(Line * (P["M"] + 1) + Column, 1));
            Wanted W = S.wanted();
            return Wanted{W.Value / 3214212.01f, W.Tolerance / 3214212.01f};
          })};
}

} // namespace gpuperf::measure
