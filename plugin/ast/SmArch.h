//===- SmArch.h - The architecture a parse is for ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_SMARCH_H
#define GPUPERF_PLUGIN_AST_SMARCH_H

#include "gpumodel/GpuModel.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class ASTContext;
} // namespace clang

namespace gpuperf {

/// "sm_90" if the AST is a CUDA device parse for it, "gfx90a" if it is one of
/// HIP code; "gfx" of a host parse of HIP code; empty otherwise.
std::string parsedSmArch(const clang::ASTContext &Ctx);

/// The architecture to compile for when \p Gpu is asked and \p ParsedArch is at
/// hand: the GPU's own, or the nearest that clang compiles for. Code that was
/// parsed as CUDA is compiled for NVIDIA's architectures, whichever GPU is
/// asked, and HIP code (\p ParsedArch begins with "gfx") for AMD's.
std::string irArchFor(const GpuModel &Gpu, llvm::StringRef ParsedArch);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_SMARCH_H
