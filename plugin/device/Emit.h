//===- Emit.h - Device AST -> unoptimised module ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_EMIT_H
#define GPUPERF_PLUGIN_DEVICE_EMIT_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace clang {
class ASTContext;
class CompilerInvocation;
class FunctionDecl;
class Preprocessor;
} // namespace clang

namespace gpuperf {

/// An invocation that compiles CUDA device code for \p SmArch, or HIP device
/// code for an architecture of AMD's, with our code generation settings: O2 (so
/// nothing is optnone), lines and columns kept. \p Feature may be empty.
llvm::Expected<std::shared_ptr<clang::CompilerInvocation>>
makeDeviceInvocation(llvm::StringRef SmArch, llvm::StringRef Feature,
                     llvm::StringRef HostTriple);

/// What CodeGen left of some kernels.
struct EmittedKernels {
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> M; ///< null: BodiesSkipped
  llvm::StringMap<std::string> Unusable;
  std::string Features;       ///< "+ptx88", as written, for the target machine
  bool BodiesSkipped = false; ///< this AST lacks bodies that are needed
};

/// Compiles \p Kernels, of a device-mode AST, and what they reach.
llvm::Expected<EmittedKernels>
emitKernels(clang::ASTContext &Ctx, clang::Preprocessor &PP,
            llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
            llvm::ArrayRef<clang::SourceLocation> Errors, bool FlushDenormals);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_EMIT_H
