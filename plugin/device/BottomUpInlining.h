//===- BottomUpInlining.h - Small functions first ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang inlines what must be inlined (__forceinline__) all at once, and only
// then simplifies. Template libraries mark everything so: a kernel of some
// thousand instructions is a function of millions first, mostly copies of empty
// structs on the stack, and taking those apart takes longer than linear time.
// Simplified before it is inlined, each function is taken apart once, and is
// small where it is called.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_BOTTOMUPINLINING_H
#define GPUPERF_PLUGIN_DEVICE_BOTTOMUPINLINING_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace gpuperf {

/// Inlines the functions of the unoptimised \p M that must be inlined into
/// those that call them, callees first, and simplifies each function behind
/// it. Ends early once \p MostThousands of instructions were inlined (in
/// thousands; 0: no limit): what is left keeps its calls.
void inlineBottomUp(llvm::Module &M, llvm::TargetMachine &Machine,
                    double MostThousands);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_BOTTOMUPINLINING_H
