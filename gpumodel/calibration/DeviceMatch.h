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
/// memory size and memory bandwidth must all agree. Otherwise "", and
/// \p Notes says what does not if the name is known.
std::string shippedGpuOf(const DeviceFacts &Device,
                         std::vector<std::string> &Notes);

/// The shipped architecture of \p Arch, else the nearest lower one (of the
/// same maker), with a note; else the lowest.
std::string shippedArchOf(const std::string &Arch,
                          std::vector<std::string> &Notes);

/// The shipped GPU of that architecture that is most like \p Device by number
/// of SMs, L2 and memory bandwidth; "" if there is none.
std::string nearestSibling(const DeviceFacts &Device, const std::string &Arch);

/// Whether \p File is of this very kind of GPU, and not of another one whose
/// figures could only stand in.
bool isFileOf(const GpuModel &File, const DeviceFacts &Device);

/// Source of what the driver says; an emulated GPU has none.
llvm::StringRef driverSource(const DeviceFacts &Device);

/// A name for a file: "NVIDIA GeForce RTX 3050" is "geforce-rtx-3050".
std::string slugOf(llvm::StringRef DriverName);

/// GB/s of the memory, from its clock and bus; 0 if the driver does not say,
/// or says it in a way that is not the same for all memories (HIP).
double theoreticalGbps(const DeviceFacts &Device);

/// A file for \p Device: what the driver says, and from \p Sibling the rest, as
/// proxies that name it.
GpuModel modelFromSibling(const DeviceFacts &Device, const GpuModel &Sibling,
                          llvm::StringRef Name);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_DEVICEMATCH_H
