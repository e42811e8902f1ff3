//===- TensorBoxes.h - How much tensor copies of a launch move --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_KERNEL_TENSORBOXES_H
#define GPUPERF_ANALYSIS_KERNEL_TENSORBOXES_H

#include "analysis/Launch.h"
#include "analysis/TensorMap.h"
#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// The map by which \p A copies, where \p L hands it over and says what is in
/// it.
std::optional<TensorMap> tensorMapOf(const Access &A, const Launch &L);

/// \p Kernel with the boxes that the maps of \p L have, and with an assumption
/// where one is still guessed. Nothing where that changes nothing.
std::optional<KernelSummary> withTensorBoxes(const KernelSummary &Kernel,
                                             const Launch &L);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_KERNEL_TENSORBOXES_H
