//===- AdviceFixture.h - Kernels, GPUs and launches to advise on *- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_ADVICEFIXTURE_H
#define GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_ADVICEFIXTURE_H

#include "../kernel/IrFixture.h"
#include "analysis/advice/LaunchAdvice.h"
#include "gpumodel/GpuRegistry.h"
#include "gmock/gmock.h"

namespace gpuperf::test {

inline GpuModel gpu(llvm::StringRef Name) {
  return llvm::cantFail(findGpu(Name));
}

/// One kernel of Inputs/ir/kernels.cu, as if ptxas had counted its registers.
inline KernelSummary kernelWith(llvm::StringRef Name, unsigned Registers = 32) {
  KernelSummary K = kernel(Name);
  K.RegistersPerThread = Estimate::exact(Registers);
  K.RegistersFrom = RegisterSource::Ptxas;
  return K;
}

/// A prediction of so many microseconds, within \p Band, spent on one resource
/// or on two.
inline Prediction spent(double TimeUs, double Band = 1.6, double OnDram = 1) {
  Prediction P;
  P.Model = ModelKind::Gpuperf;
  P.TimeUs = {TimeUs / Band, TimeUs, TimeUs * Band, Assumptions::None};
  P.BoundBy = OnDram >= 0.5 ? Bound::Dram : Bound::Issue;
  P.Components = {{"dram", TimeUs * OnDram}, {"issue", TimeUs * (1 - OnDram)}};
  P.Occ.Fraction = 1;
  return P;
}

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

#endif // GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_ADVICEFIXTURE_H
