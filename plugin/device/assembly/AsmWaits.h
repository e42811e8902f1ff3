//===- AsmWaits.h - Waits and votes that inline PTX decides -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_ASSEMBLY_ASMWAITS_H
#define GPUPERF_PLUGIN_DEVICE_ASSEMBLY_ASMWAITS_H

namespace llvm {
class Module;
} // namespace llvm

namespace gpuperf {

/// Says what inline PTX answers where every launch gets the same answer:
/// mbarrier.try_wait and test_wait say that the phase is over, so that a loop
/// that asks again runs once: the wait is one operation, how long it lasts is
/// for the model to say. elect.sync elects the first lane of the warp.
void raiseAsmWaits(llvm::Module &M);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_ASSEMBLY_ASMWAITS_H
