//===- InlinedSize.h - How large kernels are before inlining ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nearly all calls of device code are inlined, and the optimiser takes its time
// for what is there then. Templates that call each other a few levels deep make
// a kernel of a hundred lines a million instructions long.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_INLINEDSIZE_H
#define GPUPERF_PLUGIN_DEVICE_INLINEDSIZE_H

#include "llvm/ADT/StringMap.h"

namespace llvm {
class Module;
} // namespace llvm

namespace gpuperf {

/// The instructions that each kernel of the unoptimised \p M would have if all
/// calls of functions with a body were inlined; recursive calls count once. In
/// thousands, by the kernel's symbol.
llvm::StringMap<double> inlinedThousands(const llvm::Module &M);

/// Deletes the bodies of kernels of \p M beyond a budget: of those that are
/// larger than \p MostThousands by themselves, and, in the order of the module,
/// of those with which the sum is. 0: no limit. Returns their symbols, with the
/// reason as a clause.
llvm::StringMap<std::string> dropBeyondBudget(llvm::Module &M,
                                              double MostThousands);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_INLINEDSIZE_H
