//===- AdviceFixture.h - Kernels, GPUs and launches to advise on ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_ADVICEFIXTURE_H
#define GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_ADVICEFIXTURE_H

#include "analysis/advice/launches/LaunchAdvice.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/IrFixture.h"

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
  P.TimeUs = {TimeUs / Band, TimeUs, TimeUs * Band, {}};
  P.BoundBy = OnDram >= 0.5 ? Bound::Dram : Bound::Issue;
  P.Components = {{"dram", TimeUs * OnDram}, {"issue", TimeUs * (1 - OnDram)}};
  P.Occ.Fraction = 1;
  return P;
}

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_ADVICEFIXTURE_H
