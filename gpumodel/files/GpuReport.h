//===- GpuReport.h - A GPU as text or JSON ----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   h100-sxm: NVIDIA H100 SXM5 80GB
//   die GH100, architecture sm_90 (Hopper), compute capability 9.0
//
//   bandwidth
//     dram_theoretical_gbps         3352 GB/s   published  WP (...)
//     dram_achievable_read_gbps     3010 GB/s   published  H100R (...)
//
// The last column begins with a tag of gpumodel/SOURCES.md; those that occur
// are expanded at the end.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_FILES_GPUREPORT_H
#define GPUPERF_GPUMODEL_FILES_GPUREPORT_H

#include "gpumodel/GpuModel.h"
#include "llvm/Support/JSON.h"

namespace gpuperf {

/// Every number of \p Gpu with unit, status and source, and what stands in for
/// those that nobody has published. Ends in a newline.
std::string describeGpu(const GpuModel &Gpu);

/// The shipped GPUs, one a line under a heading: name, SMs, clock, memory
/// bandwidth, L2, compute capability, full name.
std::string listGpus();

/// The same numbers as describeGpu: {"name", ..., "facts": {KEY: {"value",
/// "unit", "status", "source"}}, "arch": {...}}.
llvm::json::Value gpuToJson(const GpuModel &Gpu);

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_FILES_GPUREPORT_H
