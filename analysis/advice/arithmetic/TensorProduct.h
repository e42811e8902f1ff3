//===- TensorProduct.h - Products for tensor cores --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_TENSORPRODUCT_H
#define GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_TENSORPRODUCT_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// A product of matrices of floats that a kernel computes thread by thread.
struct TensorProduct {
  SourceLine Where;        ///< of the multiply-add
  double MultiplyAdds = 0; ///< of the launch
  /// The launch with them on tensor cores takes at least as long as these, and
  /// as its data from DRAM: with factors in TF32, and in FP16 or BF16. 0: the
  /// GPU has no rate for it.
  double Tf32Us = 0, HalfUs = 0;
  /// Whether DRAM is what is left, of TF32 and of FP16.
  bool Tf32WaitsForDram = false, HalfWaitsForDram = false;
};

/// A product is seen where most of what the kernel computes in floats are
/// multiply-adds in a loop, to a sum that goes on from iteration to iteration,
/// of two loaded values: both from shared memory, or with one from global
/// memory that lanes share. Nothing where that is not so, where the launch has
/// no time of our own model, and where the whole band of its time is not above
/// the least that tensor cores would take.
std::optional<TensorProduct> findTensorProduct(const KernelSummary &Kernel,
                                               const GpuModel &Gpu,
                                               const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_TENSORPRODUCT_H
