//===- StencilCases.cpp - Neighbours of a cell, in 2D and 3D --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Cases.h"

namespace gpuperf::measure {

Case caseConv2d() {
  return {"Convolution2D_kernel",
          "polybench_conv2d.cu",
          "stencil",
          [](const Gpu &G) { return squareProblems(G, 8, "NI", "NJ"); },
          [](const Problem &P, Effort E) {
            return planeShapes(P["NJ"], P["NI"], E);
          },
          [](const Problem &P) { return 8.0 * P["NI"] * P["NJ"]; },
          resultsOf("NI", "NJ"),
          each([](const Problem &P, const Shape &, uint64_t I) {
            const double Weights[3][3] = {
                {0.2, 0.5, -0.8}, {-0.3, 0.6, -0.9}, {0.4, 0.7, 0.1}};
            int64_t Line = I / P["NJ"], Column = I % P["NJ"];
            if (Line < 1 || Line >= P["NI"] - 1 || Column < 1 ||
                Column >= P["NJ"] - 1)
              return exactly(0);
            Sum S;
            for (int Y = -1; Y <= 1; ++Y)
              for (int X = -1; X <= 1; ++X)
                S.add(Weights[Y + 1][X + 1] *
                      signedInput((Line + Y) * P["NJ"] + Column + X, 1));
            return S.wanted();
          })};
}

/// 7 x 7 weights that are an argument; what lies outside is left out.
Case caseFilterImage() {
  return {
      "conv2d_kernel_v1",
      "image_convolution.cu",
      "convolution",
      [](const Gpu &G) {
        return squareProblems(G, 8, "width", "height", {{"kernel_size", 7}});
      },
      [](const Problem &P, Effort E) {
        return planeShapes(P["width"], P["height"], E);
      },
      [](const Problem &P) { return 8.0 * P["width"] * P["height"] + 196; },
      resultsOf("width", "height"),
      each([](const Problem &P, const Shape &, uint64_t I) {
        int64_t Width = P["width"], Half = P["kernel_size"] / 2;
        int64_t Line = I / Width, Column = I % Width;
        Sum S;
        for (int64_t Y = -Half; Y <= Half; ++Y)
          for (int64_t X = -Half; X <= Half; ++X)
            if (Line + Y >= 0 && Line + Y < P["height"] && Column + X >= 0 &&
                Column + X < Width)
              S.add(signedInput((Line + Y) * Width + Column + X, 1) *
                    signedInput((Y + Half) * P["kernel_size"] + X + Half, 2));
        return S.wanted();
      })};
}

/// Changes its own input.
Case caseFdtd() {
  return {
      "fdtd_step1_kernel",
      "polybench_fdtd2d.cu",
      "stencil",
      [](const Gpu &G) { return squareProblems(G, 8, "NX", "NY", {{"t", 0}}); },
      [](const Problem &P, Effort E) {
        return planeShapes(P["NY"], P["NX"], E);
      },
      [](const Problem &P) { return 8.0 * P["NX"] * P["NY"] + 4; },
      resultsOf("NX", "NY"),
      each([](const Problem &P, const Shape &, uint64_t I) {
        uint64_t Width = P["NY"];
        if (I < Width)
          return exactly(signedInput(0, 3));
        Sum S;
        S.add(signedInput(I, 1));
        S.add(-0.5 * signedInput(I, 2));
        S.add(0.5 * signedInput(I - Width, 2));
        return S.wanted();
      })};
}

namespace {

// As prepareStencil7 hands them over.
constexpr double Weights[4] = {0.5, 0.25, 0.125, 0.0625};

/// Cubes inside of one layer of halo; 16 bytes a cell.
std::vector<Problem> cubeProblems(const Gpu &G) {
  if (G.Depth == Effort::Tiny)
    return {{{{"n", 13}}}};
  std::vector<Problem> Problems;
  for (int64_t Cells : {countInDram(G, 16), countInL2(G, 16)}) {
    int64_t Side = int64_t(std::cbrt(double(Cells)) + 1e-6) / 32 * 32;
    Problems.push_back({{{"n", std::max<int64_t>(32, Side)}}});
  }
  return Problems;
}

/// The 27 cells around \p I; \p Reach: how many coordinates may differ.
Wanted cube(const Problem &P, uint64_t I, int Reach) {
  int64_t Row = P["n"] + 2, X = I % Row, Y = I / Row % Row, Z = I / Row / Row;
  auto IsHalo = [Row](int64_t V) { return V == 0 || V == Row - 1; };
  if (IsHalo(X) || IsHalo(Y) || IsHalo(Z))
    return exactly(0);
  Sum S(DoubleUlp);
  for (int DZ = -1; DZ <= 1; ++DZ)
    for (int DY = -1; DY <= 1; ++DY)
      for (int DX = -1; DX <= 1; ++DX) {
        int Differ = DX * DX + DY * DY + DZ * DZ;
        if (Differ <= Reach)
          S.add(Weights[Differ] *
                signedInput(((Z + DZ) * Row + Y + DY) * Row + X + DX, 1));
      }
  return S.wanted();
}

uint64_t cellsWithHalo(const Problem &P) {
  uint64_t Row = P["n"] + 2;
  return Row * Row * Row;
}

} // namespace

Case caseStencil7() {
  return {"stencil7",
          "stencil3d.cu",
          "stencil",
          cubeProblems,
          [](const Problem &P, Effort E) {
            return cubeShapes(P["n"], P["n"], P["n"], E);
          },
          [](const Problem &P) { return 16.0 * cellsWithHalo(P); },
          [](const Problem &P, const Shape &) { return cellsWithHalo(P); },
          each([](const Problem &P, const Shape &, uint64_t I) {
            return cube(P, I, 1);
          })};
}

Case caseStencil27() {
  Case C = caseStencil7();
  C.Kernel = "stencil27";
  C.Expect = each([](const Problem &P, const Shape &, uint64_t I) {
    return cube(P, I, 3);
  });
  return C;
}

} // namespace gpuperf::measure
