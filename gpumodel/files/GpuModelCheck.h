//===- GpuModelCheck.h - Numbers that contradict each other -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_FILES_GPUMODELCHECK_H
#define GPUPERF_GPUMODEL_FILES_GPUMODELCHECK_H

#include "gpumodel/GpuModel.h"

namespace gpuperf {

/// A number that contradicts another number of the same file.
struct Contradiction {
  std::string Key;     ///< of the number to report
  std::string Message; ///< names both numbers
};

/// The first contradiction in an architecture or in a device, if there is one.
std::optional<Contradiction> findContradiction(const ArchModel &Arch);
/// Does not look at Gpu.Arch.
std::optional<Contradiction> findContradiction(const GpuModel &Gpu);

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_FILES_GPUMODELCHECK_H
