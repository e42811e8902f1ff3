//===- LineCostFixture.h - A launch and its prediction ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_LINECOSTFIXTURE_H
#define GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_LINECOSTFIXTURE_H

#include "analysis/predict/PredictLaunch.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/IrFixture.h"
#include "gmock/gmock.h"

namespace gpuperf::test {

/// What a check is given.
struct Asked {
  KernelSummary K;
  Launch L;
  GpuModel Gpu;
  Prediction P;
};

/// A kernel of Inputs/ir on an A100; integers by parameter.
inline Asked ask(KernelSummary K, Dim3 Grid, Dim3 Block,
                 std::vector<std::optional<int64_t>> Args = {}) {
  Asked A;
  A.K = std::move(K);
  A.Gpu = llvm::cantFail(findGpu("a100-sxm4-40gb"));
  A.L.Grid = Grid, A.L.Block = Block;
  for (const std::optional<int64_t> &V : Args)
    A.L.Args.push_back(V ? ArgValue::integer(*V) : ArgValue());
  auto P = predictLaunch(A.K, A.L, A.Gpu);
  if (P)
    A.P = std::move(*P);
  else
    ADD_FAILURE() << llvm::toString(P.takeError());
  return A;
}
inline Asked ask(llvm::StringRef Kernel, Dim3 Grid, Dim3 Block,
                 std::vector<std::optional<int64_t>> Args = {}) {
  return ask(kernel(Kernel), Grid, Block, std::move(Args));
}

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_LINECOSTFIXTURE_H
