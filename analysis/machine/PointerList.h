//===- PointerList.h - Arrays of a thread's own pointers --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MACHINE_POINTERLIST_H
#define GPUPERF_ANALYSIS_MACHINE_POINTERLIST_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class LoadInst;
class Value;
} // namespace llvm

namespace gpuperf {

/// The pointers of which \p Load reads one, where it reads from an array of the
/// thread's own that nothing but pointers is written to, such as the list of a
/// pipeline's stages, or from a table of constants. Empty: it is no such array,
/// or something else may write to it.
llvm::SmallVector<const llvm::Value *, 4>
listedPointers(const llvm::LoadInst &Load);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MACHINE_POINTERLIST_H
