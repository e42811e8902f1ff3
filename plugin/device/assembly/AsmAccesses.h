//===- AsmAccesses.h - Loads and stores written as assembly -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_ASSEMBLY_ASMACCESSES_H
#define GPUPERF_PLUGIN_DEVICE_ASSEMBLY_ASMACCESSES_H

namespace llvm {
class Module;
} // namespace llvm

namespace gpuperf {

/// __ldcs(p), __stcg(p, v) and their relatives are one instruction of inline
/// PTX each ("ld.global.cs.f32 $0, [$1];"). Makes loads and stores of those
/// that name one global address, so that all that follows sees an access; cache
/// hints that keep data out of L1 become volatile. ldmatrix, stmatrix and
/// cp.async become LLVM's intrinsics. Other assembly stays.
void raiseAsmAccesses(llvm::Module &M);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_ASSEMBLY_ASMACCESSES_H
