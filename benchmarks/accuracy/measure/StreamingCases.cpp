//===- StreamingCases.cpp - Arrays that pass through once -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Cases.h"

namespace gpuperf::measure {

Case caseTriad() {
  return {"triad_kernel<double>",
          "stream.cu",
          "streaming",
          [](const Gpu &G) {
            return lineProblems(G, 24, "N", {{"secretlyFalse", 0}});
          },
          [](const Problem &P, Effort E) { return lineShapes(P["N"], E); },
          [](const Problem &P) { return 24.0 * P["N"]; },
          resultsOf("N"),
          each([](const Problem &, const Shape &, uint64_t I) {
            Sum S(DoubleUlp);
            S.add(signedInput(I, 2));
            S.add(1.2 * signedInput(I, 1));
            return S.wanted();
          })};
}

Case caseSmallScale() {
  return {"scale<double>",
          "small_scale.cu",
          "streaming",
          [](const Gpu &G) {
            std::vector<Problem> Problems;
            for (int64_t N : {65536, 4096, 1048576, 16384, 262144})
              if (G.Depth == Effort::Full || Problems.size() < 2)
                Problems.push_back(
                    {{{"size", G.Depth == Effort::Tiny ? N / 16 : N}}});
            return Problems;
          },
          [](const Problem &P, Effort E) { return lineShapes(P["size"], E); },
          [](const Problem &P) { return 16.0 * P["size"]; },
          resultsOf("size"),
          each([](const Problem &, const Shape &, uint64_t I) {
            return exactly(0.25 * signedInput(I, 1));
          })};
}

Case caseVectorAdd() {
  return {"vectorAdd",
          "vector_add.cu",
          "streaming",
          [](const Gpu &G) { return lineProblems(G, 12, "n"); },
          [](const Problem &P, Effort E) { return lineShapes(P["n"], E); },
          [](const Problem &P) { return 12.0 * P["n"]; },
          resultsOf("n"),
          each([](const Problem &, const Shape &, uint64_t I) {
            return exactly(signedInput(I, 1) + signedInput(I, 2));
          })};
}

/// x runs down a column.
Case caseColumnAdd() {
  return {
      "array_add_not_coalesced<float>",
      "textbook_array_add.cu",
      "strided",
      [](const Gpu &G) { return squareProblems(G, 12, "m", "n"); },
      [](const Problem &P, Effort E) { return planeShapes(P["n"], P["m"], E); },
      [](const Problem &P) { return 12.0 * P["n"] * P["m"]; },
      resultsOf("m", "n"),
      each([](const Problem &, const Shape &, uint64_t I) {
        return exactly(signedInput(I, 1) + signedInput(I, 2));
      })};
}

Case caseGrayscale() {
  return {"color_to_grayscale_conversion",
          "textbook_grayscale.cu",
          "streaming",
          [](const Gpu &G) { return squareProblems(G, 4, "width", "height"); },
          [](const Problem &P, Effort E) {
            return planeShapes(P["width"], P["height"], E);
          },
          [](const Problem &P) { return 4.0 * P["width"] * P["height"]; },
          resultsOf("width", "height"),
          each([](const Problem &, const Shape &, uint64_t I) {
            auto Byte = [I](unsigned Channel) {
              return double(mixed(3 * I + Channel, 1) % 256);
            };
            double Grey = 0.21 * Byte(0) + 0.71 * Byte(1) + 0.07 * Byte(2);
            // Cut off, so a rounding may move it by one.
            double Below = std::floor(Grey - 1e-3),
                   Above = std::floor(Grey + 1e-3);
            return Wanted{(Below + Above) / 2, (Above - Below) / 2};
          })};
}

Case caseCopyStrided() {
  return {"copy_strided",
          "measure_strided.cu",
          "strided",
          [](const Gpu &G) {
            // As many elements for every stride, from an array of 32 times as
            // many.
            int64_t N = std::max<int64_t>(1024, countInDram(G, 4 * 33) / 2);
            std::vector<Problem> Problems;
            for (int64_t Stride : {8, 2, 32, 4, 16, 1})
              if (G.Depth != Effort::Quick || Problems.size() < 2)
                Problems.push_back({{{"n", N}, {"stride", Stride}}});
            return Problems;
          },
          [](const Problem &P, Effort E) { return lineShapes(P["n"], E); },
          [](const Problem &P) { return 4.0 * P["n"] * (P["stride"] + 1); },
          resultsOf("n"),
          each([](const Problem &P, const Shape &, uint64_t I) {
            return exactly(signedInput(I * P["stride"], 1));
          })};
}

static Wanted transposed(const Problem &P, const Shape &, uint64_t I) {
  uint64_t Height = P["height"], Width = P["width"];
  return exactly(signedInput(I % Height * Width + I / Height, 1));
}

Case caseTransposeNaive() {
  return {"transpose_naive",
          "measure_transpose.cu",
          "transpose",
          [](const Gpu &G) { return squareProblems(G, 8, "width", "height"); },
          [](const Problem &P, Effort E) {
            return planeShapes(P["width"], P["height"], E);
          },
          [](const Problem &P) { return 8.0 * P["width"] * P["height"]; },
          resultsOf("width", "height"),
          each(transposed)};
}

Case caseTransposeTile32() {
  Case C = caseTransposeNaive();
  C.Kernel = "transpose_tile<32>";
  C.File = "seed_transpose.cu";
  C.Shapes = [](const Problem &P, Effort) {
    return fixedShape({32, 32}, P["width"], P["height"], 32, 32);
  };
  return C;
}

} // namespace gpuperf::measure
