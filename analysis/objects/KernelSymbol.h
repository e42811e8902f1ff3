//===- KernelSymbol.h - One kernel, two compilers ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_OBJECTS_KERNELSYMBOL_H
#define GPUPERF_ANALYSIS_OBJECTS_KERNELSYMBOL_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gpuperf {

/// A text that is the same for the symbol that clang gives a kernel and for the
/// one that nvcc gives it. They differ only where other files cannot see the
/// kernel: nvcc puts the file's name and a hash before a static kernel
/// (-rdc=true) and into the name of an unnamed namespace, and clang marks a
/// static kernel with an L. So kernels of two files may have the same text, and
/// so may a static kernel and one that is not. A symbol that is not mangled is
/// given back as it is.
std::string commonSymbol(llvm::StringRef Symbol);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_OBJECTS_KERNELSYMBOL_H
