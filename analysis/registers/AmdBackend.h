//===- AmdBackend.h - Registers from LLVM's AMDGPU back end -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For AMD's GPUs LLVM is the compiler: what its back end gives a kernel is what
// the kernel has, as far as the version of LLVM is that of the build.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_REGISTERS_AMDBACKEND_H
#define GPUPERF_ANALYSIS_REGISTERS_AMDBACKEND_H

#include "analysis/registers/Registers.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>

namespace gpuperf {

/// A machine for \p Arch ("gfx90a"); \p Features as clang writes them
/// ("+wavefrontsize64"). An error is a clause: no AMDGPU back end, an
/// architecture that it does not know.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createAmdMachine(llvm::StringRef Arch, llvm::StringRef Features);

/// Optimises \p M, unoptimised AMD IR, as clang -O3 does, compiles it, and
/// reads what the back end says of each kernel. PerThread is the vector
/// registers of a lane, those of accumulation included. It is exact where all
/// that a kernel calls is there; else it is a lower bound, from
/// RegisterSource::CompilerInPart. \p M is consumed.
RegisterReport amdRegisters(llvm::Module &M, llvm::TargetMachine &Machine);

/// Reads what the back end says of each kernel in the text of its assembly
/// (.amdgpu_metadata). Kernels whose vector registers are not said are left
/// out.
RegisterReport readAmdMetadata(llvm::StringRef Assembly);

/// Adds to \p Report what the instructions of \p Assembly tell, which has the
/// back end's comments: bytes that are spilled and loaded again, and waits for
/// all accesses to memory. Each is counted once, in a loop or not.
void addAmdText(llvm::StringRef Assembly, RegisterReport &Report);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_REGISTERS_AMDBACKEND_H
