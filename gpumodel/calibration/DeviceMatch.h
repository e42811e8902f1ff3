//===- DeviceMatch.h - Which GPU file a GPU has -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_DEVICEMATCH_H
#define GPUPERF_GPUMODEL_CALIBRATION_DEVICEMATCH_H

#include "gpumodel/GpuModel.h"
#include "gpumodel/calibration/derive/Series.h"

namespace gpuperf::calibration {

/// The shipped GPU that \p Device is: its name, architecture, number of SMs,
/// memory size and memory bandwidth must all agree. Otherwise ""; if the name
/// is that of a shipped GPU, \p Notes says what does not agree.
std::string shippedGpuOf(const DeviceFacts &Device,
                         std::vector<std::string> &Notes);

/// The shipped architecture of \p Arch, else the nearest lower one (of the
/// same maker), with a note; else the lowest.
std::string shippedArchOf(const std::string &Arch,
                          std::vector<std::string> &Notes);

/// The shipped GPU of that architecture that is most like \p Device by number
/// of SMs, L2 and memory bandwidth; "" if there is none.
std::string nearestSibling(const DeviceFacts &Device, const std::string &Arch);

/// Whether \p File describes this kind of GPU, and not another one whose
/// figures could only be proxies.
bool isFileOf(const GpuModel &File, const DeviceFacts &Device);

/// The source tag for what the driver says; empty for an emulated GPU.
llvm::StringRef driverSource(const DeviceFacts &Device);

/// A name for a file: "NVIDIA GeForce RTX 3050" is "geforce-rtx-3050".
std::string slugOf(llvm::StringRef DriverName);

/// Bandwidth of the memory in GB/s, from its clock and bus width; 0 if the
/// driver does not report these, or counts the clock differently for different
/// kinds of memory (HIP).
double theoreticalGbps(const DeviceFacts &Device);

/// A file for \p Device: what the driver says, and the rest from \p Sibling as
/// proxies that name the sibling.
GpuModel modelFromSibling(const DeviceFacts &Device, const GpuModel &Sibling,
                          llvm::StringRef Name);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_DEVICEMATCH_H
