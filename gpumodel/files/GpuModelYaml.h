//===- GpuModelYaml.h - GPU files -------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place that knows the keys of devices/*.yaml and arch/*.yaml. A
// number is written with its provenance,
//
//   dram_achievable_read_gbps: {value: 866, status: published, source: "RRZE"}
//
// A device names its architecture and inherits from nothing else. The figures
// in its own 'latency_cycles' and 'throughput_results_per_clk_per_sm' replace
// the architecture's for this one GPU. An unknown key, a missing key, a value
// out of range and an unknown architecture are errors that name file, line and
// key.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_FILES_GPUMODELYAML_H
#define GPUPERF_GPUMODEL_FILES_GPUMODELYAML_H

#include "gpumodel/GpuModel.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace gpuperf {

/// Reads an architecture file. Errors name file, line and key.
llvm::Expected<ArchModel> parseArchYaml(llvm::MemoryBufferRef Buffer);

/// Reads a device file; its `arch:` is looked up among the embedded ones.
llvm::Expected<GpuModel> parseDeviceYaml(llvm::MemoryBufferRef Buffer);

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_FILES_GPUMODELYAML_H
