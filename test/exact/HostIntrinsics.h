//===- HostIntrinsics.h - Device intrinsics on the CPU ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_HOSTINTRINSICS_H
#define GPUPERF_TEST_EXACT_HOSTINTRINSICS_H

#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace gpuperf::exact {

class Machine;

/// A barrier of the whole block.
bool isBarrier(const llvm::Instruction &I);

/// Replaces the calls of NVPTX intrinsics and of `__nv_` functions by calls of
/// \p M, of the C library, or by arithmetic. Returns the names of those that
/// have no replacement.
std::string replaceIntrinsics(llvm::Module &Mod, Machine &M);

/// True if the module, after the replacement, may make a thread wait.
bool callsMachineToWait(const llvm::Module &Mod);

/// Name and address of what replaced code calls.
std::vector<std::pair<std::string, void *>> machineCalls();

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_HOSTINTRINSICS_H
