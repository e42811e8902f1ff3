//===- ModelFacts.h - Every number of a GPU file by its path ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path is section and key: "latency.l1_latency_cycles", "sm_count",
// "latency_cycles.fp32_fma", "hong_kim.mem_ld_cycles",
// "throughput_per_clk_per_cu.fp32_add", "time_lines.4.base_us".
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_MODELFACTS_H
#define GPUPERF_GPUMODEL_CALIBRATION_MODELFACTS_H

#include "gpumodel/files/GpuFields.h"

namespace gpuperf::calibration {

/// A number that a device file has.
struct ModelFact {
  std::string Path;
  FieldInfo Field;
  Fact Value;
};

/// All numbers that are in \p Gpu, in the order of the file. A launch time line
/// gives two.
std::vector<ModelFact> factsOf(const GpuModel &Gpu);

/// Where a number of a device file goes.
struct FactPlace {
  std::string Path;
  FieldInfo Field;
  unsigned LaunchWarps = 0; ///< not 0: of that launch time line
};

/// \p Name may be a path, a key alone ("l1_latency_cycles"), or with a
/// section in front ("hong_kim.throughput_per_clk_per_cu.fp32_add",
/// "launch.time_lines.4.base_us"). Nothing: a device file has no such number.
std::optional<FactPlace> placeOf(llvm::StringRef Name);

/// Sets or removes the number at \p Place, which must not be of a launch line.
/// Required numbers are not removed. The architecture's tables are updated too.
void setFact(GpuModel &Gpu, const FactPlace &Place, const OptFact &Value);

/// Replaces the line for as many warps as \p Line is for.
void setLaunchLine(GpuModel &Gpu, const LaunchTimeLine &Line);

/// \p Path in file \p Gpu, if it is there.
OptFact factAt(const GpuModel &Gpu, llvm::StringRef Path);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_MODELFACTS_H
