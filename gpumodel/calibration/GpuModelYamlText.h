//===- GpuModelYamlText.h - A GPU model as a device file --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other direction of GpuModelYaml.h. What is written is read back to the
// same model, and a shipped file that is read and written stays as it is, to
// the byte.
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

/// \p Gpu as a device file, with those of \p Comments whose key is in it. Its
/// architecture is only named.
std::string deviceYaml(const GpuModel &Gpu, const YamlComments &Comments = {});

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_GPUMODELYAMLTEXT_H
