//===- AmdIr.h - AMD's device IR as the analysis reads it -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What clang's CodeGen leaves of a HIP file asks for a thread's place by AMD's
// intrinsics and by loads from what the launch has left in memory, and calls
// AMD's device libraries (__ockl_*, __ocml_*). Those need not be installed: of
// __ockl_* what tells places is defined here, and math stays as calls, which
// the analysis classes. No clang in here.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_AMD_AMDIR_H
#define GPUPERF_PLUGIN_DEVICE_AMD_AMDIR_H

namespace llvm {
class Module;
} // namespace llvm

namespace gpuperf {

/// Gives those functions of AMD's device libraries that are loads or single
/// instructions their bodies, as far as \p M calls and does not define them,
/// and tells the optimiser what the math functions (__ocml_*) that stay
/// undefined are: math without side effects. The result is still AMD's IR.
void completeAmdLibrary(llvm::Module &M);

/// Puts the intrinsics by which NVPTX says the same in the place of AMD's for
/// thread and block indices, sizes, barriers, lanes, votes and shuffles, so
/// that the analysis has one name for each. The address spaces of both have the
/// same numbers. \p M is then for the analysis only: no back end takes it.
void nameAmdPlaces(llvm::Module &M);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_AMD_AMDIR_H
