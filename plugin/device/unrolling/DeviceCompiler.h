//===- DeviceCompiler.h - What builds the kernels ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_UNROLLING_DEVICECOMPILER_H
#define GPUPERF_PLUGIN_DEVICE_UNROLLING_DEVICECOMPILER_H

namespace gpuperf {

/// What makes PTX of the kernels of a program.
enum class DeviceCompiler { Nvcc, Clang };

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_UNROLLING_DEVICECOMPILER_H
