//===- Device.h - The device that is measured -------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_HOST_DEVICE_H
#define GPUPERF_BENCHMARKS_MICRO_HOST_DEVICE_H

#include "benchmarks/micro/Benchmark.h"

namespace gpuperf::micro {

/// Makes device \p Index the current one and says what the driver tells of it.
/// Throws GpuError.
DeviceFacts openDevice(int Index);

/// Number of devices; 0 without a driver.
int deviceCount();

/// Bytes of memory that may be taken now.
double freeBytes();

/// Keeps all SMs busy for that long, so that clocks are up before a benchmark.
void warmUp(double Milliseconds);

/// Waits for the device; an error that earlier work has left is returned as
/// text, else an empty string. An error that stays ends the run.
std::string pendingError();

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_HOST_DEVICE_H
