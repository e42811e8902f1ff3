//===- Pipeline.h - Optimised device modules --------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the module that clang's CodeGen leaves (unoptimised, math as calls to
// __nv_*) to the two modules that the analysis reads. No clang in here.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_PIPELINE_H
#define GPUPERF_PLUGIN_DEVICE_PIPELINE_H

#include "plugin/device/unrolling/DeviceCompiler.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace gpuperf {

/// A machine for one architecture; \p Features as clang writes them ("+ptx88").
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createNvptxMachine(llvm::StringRef SmArch, llvm::StringRef Features);

/// Makes of powers with a whole exponent (clang's headers: powif, powi) what
/// nvcc compiles since C++11: pow of two doubles, rounded to the result's type.
void raiseInDouble(llvm::Module &M);

/// Makes calls of powf, tanf, log10f, expf and exp10f those of their fast
/// forms, as nvcc's -use_fast_math does. Clang's headers have fast forms of
/// sinf, cosf, sincosf, logf and log2f alone.
void takeFastForms(llvm::Module &M);

/// Links what \p M calls of libdevice into it; reads the file only if an
/// `__nv_*` function is undefined. The linked functions become internal.
llvm::Error linkLibdevice(llvm::Module &M, llvm::StringRef Path,
                          DeviceCompiler Compiler);

/// Tells the optimiser what the `__nv_*` functions that stay undefined are:
/// math without side effects.
void describeLibdevice(llvm::Module &M);

/// O2 without unrolling or vectorising, then generic pointers traced to their
/// address space. Loops that index a local array with a constant trip count are
/// unrolled all the same, where the compiler of the build would: it is what
/// keeps the array in registers. Blocks are tagged for copies of the module
/// (analysis/machine/MachineText.h).
void shapeDevice(llvm::Module &M, llvm::TargetMachine &Machine,
                 DeviceCompiler Compiler);

/// Makes of a copy of the shape what the compiler of the build would hand to
/// the back end: loops unrolled by its rules, values shared between the copies.
void unrollDevice(llvm::Module &Shape, llvm::TargetMachine &Machine,
                  DeviceCompiler Compiler);

/// Does to an unrolled module what the back end does to addresses before it
/// selects instructions: constant offsets split off, the rest shared and
/// strength-reduced in loops. For counting; PTX is emitted before.
void reduceAddresses(llvm::Module &Unrolled, llvm::TargetMachine &Machine,
                     DeviceCompiler Compiler);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_PIPELINE_H
