//===- HostBus.h - What the bus between host and GPU carries ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_HOSTBUS_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_HOSTBUS_H

namespace gpuperf {

/// Bytes per microsecond that a copy between host and GPU moves. Pinned memory
/// was seen to move 11 GB/s over PCIe 3.0 x16, whose lanes carry 15.8 (on a
/// Titan X: forums.developer.nvidia.com/t/148400), and pageable memory 2.4
/// times less
/// (www.cs.virginia.edu/~mwb7w/cuda_support/memory_transfer_overhead.html, an
/// older bus). The lanes of PCIe 4.0 x16 carry 31.5; 25 of them are taken for
/// the most that a copy gets, so that a finding holds there as well.
inline constexpr double SlowBusBytesPerUs = 5000, UsualBusBytesPerUs = 11000,
                        FastBusBytesPerUs = 25000;

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_HOSTBUS_H
