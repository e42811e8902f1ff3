//===- GpuModelYamlText.h - A GPU model as a device file --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the files that GpuModelYaml.h reads. Reading what was written gives
// the same model, and a shipped file that is read and written again does not
// change by a byte.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_GPUMODELYAMLTEXT_H
#define GPUPERF_GPUMODEL_CALIBRATION_GPUMODELYAMLTEXT_H

#include "gpumodel/GpuModel.h"
#include <map>

namespace gpuperf::calibration {

/// The comment lines of a device file, by the key that they stand above
/// ("schema_version", "hong_kim", "latency.l1_latency_cycles"); at the end of a
/// section "latency.", at the end of the file "".
using YamlComments = std::map<std::string, std::string>;

YamlComments commentsOf(llvm::StringRef DeviceYaml);

/// \p Gpu as a device file, with those of \p Comments whose key is in it. The
/// architecture is only named, not written.
std::string deviceYaml(const GpuModel &Gpu, const YamlComments &Comments = {});

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_GPUMODELYAMLTEXT_H
