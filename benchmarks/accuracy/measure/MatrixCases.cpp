//===- MatrixCases.cpp - Matrix products, matrix times vector -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Cases.h"

namespace gpuperf::measure {
namespace {

/// Sides of square products; a large GPU gets larger ones. \p Tiny must suit a
/// kernel that knows no remainder.
std::vector<int64_t> productSides(const Gpu &G, int64_t Tiny) {
  if (G.Depth == Effort::Tiny)
    return {Tiny};
  int64_t Largest = G.SmCount >= 60 ? 2048 : 1024;
  if (G.Depth == Effort::Quick)
    return {Largest / 2};
  return {Largest / 2, Largest, Largest / 4};
}

/// The same side under several names.
std::vector<Problem> productProblems(const Gpu &G, int64_t Tiny,
                                     std::vector<const char *> Names,
                                     const Arguments &Others = {}) {
  std::vector<Problem> Problems;
  for (int64_t Side : productSides(G, Tiny)) {
    Problem P;
    for (const char *Name : Names)
      P.Arguments.push_back({Name, Side});
    P.Arguments.insert(P.Arguments.end(), Others.begin(), Others.end());
    Problems.push_back(P);
  }
  return Problems;
}

/// Element \p I of the product of the buffers 1 and 2.
Wanted product(uint64_t I, int64_t Width, int64_t Inner) {
  Sum S;
  uint64_t Line = I / Width, Column = I % Width;
  for (int64_t K = 0; K < Inner; ++K)
    S.add(signedInput(Line * Inner + K, 1) *
          signedInput(K * Width + Column, 2));
  return S.wanted();
}

Wanted plainProduct(const Problem &P, const Shape &, uint64_t I) {
  return product(I, P["width"], P["inner"]);
}

double squares(const Problem &P, const char *Side, double Bytes) {
  return Bytes * P[Side] * P[Side];
}

} // namespace

Case caseMatmulPlain() {
  return {"matmul_plain",
          "seed_matmul.cu",
          "matrix product",
          [](const Gpu &G) {
            return productProblems(G, 40, {"height", "width", "inner"});
          },
          [](const Problem &P, Effort E) {
            return planeShapes(P["width"], P["height"], E);
          },
          [](const Problem &P) { return squares(P, "width", 12); },
          resultsOf("height", "width"),
          each(plainProduct)};
}

static Case tiled(const char *Kernel, unsigned Tile) {
  Case C = caseMatmulPlain();
  C.Kernel = Kernel;
  // The kernel is not told the height.
  C.Problems = [](const Gpu &G) {
    return productProblems(G, 64, {"width", "inner"});
  };
  C.Shapes = [Tile](const Problem &P, Effort) {
    return fixedShape({Tile, Tile}, P["width"], P["width"], Tile, Tile);
  };
  C.Results = resultsOf("width", "width");
  return C;
}
Case caseMatmulTiled16() { return tiled("matmul_tiled<16>", 16); }
Case caseMatmulTiled32() { return tiled("matmul_tiled<32>", 32); }

/// The sum of each element is kept in memory.
Case caseMatmulInMemory() {
  return {"mm2_kernel1",
          "polybench_matmul.cu",
          "matrix product",
          [](const Gpu &G) {
            auto Problems = productProblems(G, 40, {"NI", "NJ", "NK", "NL"});
            if (Problems.size() > 2)
              Problems.erase(Problems.begin() + 1); // slow, and says no more
            return Problems;
          },
          [](const Problem &P, Effort E) {
            return planeShapes(P["NJ"], P["NI"], E);
          },
          [](const Problem &P) { return squares(P, "NI", 12); },
          resultsOf("NI", "NJ"),
          each([](const Problem &P, const Shape &, uint64_t I) {
            return product(I, P["NJ"], P["NK"]);
          })};
}

static Case tuned(const char *Kernel) {
  return {Kernel,
          "sgemm.cu",
          "matrix product",
          [](const Gpu &G) {
            return productProblems(G, 128, {"M", "N", "K"},
                                   {{"alpha", 1}, {"beta", 0}});
          },
          [](const Problem &P, Effort) {
            return fixedShape({256}, P["N"], P["M"], 128, 128);
          },
          [](const Problem &P) { return squares(P, "N", 12); },
          resultsOf("M", "N"),
          each([](const Problem &P, const Shape &, uint64_t I) {
            return product(I, P["N"], P["K"]);
          })};
}
Case caseSgemmBlocked() {
  return tuned("sgemm2DBlocktiling<128, 128, 8, 8, 8>");
}
Case caseSgemmTuned() { return tuned("sgemmVectorize<128, 128, 8, 8, 8>"); }

static std::vector<Problem> vectorProblems(const Gpu &G) {
  std::vector<Problem> Problems;
  for (int64_t N : {sideOf(countInDram(G, 4)), sideOf(countInL2(G, 4))})
    Problems.push_back({{{"N", N}}});
  return Problems;
}

/// One thread per row.
Case caseRowMatvec() {
  return {"mvt_kernel1",
          "polybench_matvec.cu",
          "matrix-vector",
          vectorProblems,
          [](const Problem &P, Effort E) { return lineShapes(P["N"], E); },
          [](const Problem &P) { return squares(P, "N", 4) + 8.0 * P["N"]; },
          resultsOf("N"),
          each([](const Problem &P, const Shape &, uint64_t I) {
            Sum S;
            for (int64_t K = 0; K < P["N"]; ++K)
              S.add(signedInput(I * P["N"] + K, 1) * signedInput(K, 2));
            return S.wanted();
          })};
}

/// One thread per column.
Case caseColumnMatvec() {
  Case C = caseRowMatvec();
  C.Kernel = "mvt_kernel2";
  C.Expect = each([](const Problem &P, const Shape &, uint64_t I) {
    Sum S;
    for (int64_t K = 0; K < P["N"]; ++K)
      S.add(signedInput(K * P["N"] + I, 1) * signedInput(K, 2));
    return S.wanted();
  });
  return C;
}

} // namespace gpuperf::measure
