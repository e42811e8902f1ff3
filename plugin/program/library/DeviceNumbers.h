//===- DeviceNumbers.h - What CUDA calls a GPU's numbers --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PROGRAM_LIBRARY_DEVICENUMBERS_H
#define GPUPERF_PLUGIN_PROGRAM_LIBRARY_DEVICENUMBERS_H

#include "gpumodel/GpuModel.h"
#include "llvm/ADT/ArrayRef.h"

namespace gpuperf::program {

/// One number of a GPU under its two names: the attribute that
/// cudaDeviceGetAttribute takes and the field of cudaDeviceProp.
struct DeviceNumber {
  int Attribute;
  const char *Field; ///< empty: there is none
  uint64_t (*Value)(const GpuModel &);
};
llvm::ArrayRef<DeviceNumber> deviceNumbers();

/// An attribute of HIP by the number that hipDeviceGetAttribute takes, and by
/// that which CUDA has for it.
struct HipAttribute {
  int Hip, Cuda;
};
llvm::ArrayRef<HipAttribute> hipAttributes();

/// Device memory in bytes. GPU files do not hold it: a size that most programs
/// fit into.
inline constexpr uint64_t DeviceMemory = uint64_t(16) << 30;

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_LIBRARY_DEVICENUMBERS_H
