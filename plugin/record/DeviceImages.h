//===- DeviceImages.h - What AMD's code says of kernels ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_DEVICEIMAGES_H
#define GPUPERF_PLUGIN_RECORD_DEVICEIMAGES_H

#include "plugin/record/KernelLayouts.h"
#include "llvm/ADT/StringRef.h"

namespace gpuperf::record {

/// Whether \p Data is what clang-offload-bundler writes: the code for several
/// GPUs in one file.
bool isDeviceBundle(llvm::StringRef Data);

/// Adds what the kernels take that are in \p Data: a code object (an ELF file
/// for one GPU) or bundles of them, of each of which one is read. Names, types
/// and the fields of structs are in its debug information; without it,
/// signatures tell types, and of a kernel with C linkage only pointers are
/// known. What is known of a kernel already stays, unless it is nothing.
void addDeviceLayouts(llvm::StringRef Data, BinaryLayouts &Out);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_DEVICEIMAGES_H
