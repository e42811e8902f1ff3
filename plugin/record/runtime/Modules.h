//===- Modules.h - Kernels of modules that a program loads ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_RUNTIME_MODULES_H
#define GPUPERF_PLUGIN_RECORD_RUNTIME_MODULES_H

#include "plugin/record/runtime/Notes.h"

namespace gpuperf::record {

/// Reads what the kernels take of a module that the program has in memory: a
/// code object or a bundle of them. Anything else is passed by.
void readLayoutsOfImage(const void *Image);

/// The arguments as a launch of a module's kernel takes them: \p Each, or \p
/// Extra, which is a list of keys and values that tells of a buffer.
ArgumentList moduleArguments(void **Each, void **Extra);

/// The blocks of a grid of so many threads; those that fill no block have a
/// smaller one of their own.
Dim blocksOf(Dim Threads, Dim Block);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_RUNTIME_MODULES_H
