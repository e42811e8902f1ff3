//===- DeviceIr.h - Optimised device IR of a parsed file's kernels --------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The IR is made inside this process, in one of two ways that give the same
// answers. Where the parse at hand is a device parse for the GPU's own
// architecture, the kernels and all that they call are emitted from its AST.
// Where it is a host parse, or one for another architecture, the file (with the
// editor's unsaved text) is parsed once more, in device mode.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_DEVICEIR_H
#define GPUPERF_PLUGIN_DEVICE_DEVICEIR_H

#include "plugin/device/unrolling/DeviceCompiler.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <functional>
#include <memory>
#include <string>

namespace clang {
class ASTContext;
class FunctionDecl;
class Preprocessor;
} // namespace clang

namespace gpuperf {

struct DeviceIrOptions {
  std::string SmArch;            ///< "sm_90", "gfx90a": what to compile for
  std::string LibdevicePath;     ///< empty: math stays as calls to __nv_*
  std::string MinimalCudaFolder; ///< for a second parse without a toolkit
  /// Modules with more unoptimised instructions are not unrolled: Full is then
  /// what Shape is. 0: no limit.
  unsigned MaxFullInstructions = 0;
  /// Kernels that have more thousands of instructions once all calls are
  /// inlined, together, are left out (InlinedSize.h). 0: no limit.
  double MostInlinedThousands = 0;
  /// Single precision denormals are zero, as nvcc's -ftz has it; what
  /// -ffast-math says is read from the language options.
  bool FlushDenormals = false;
  /// A second parse reads words that nvcc does not need and clang does as if
  /// they were there (MendedText.h). Lines and columns are those of the text
  /// without them.
  bool MendText = false;
  /// As whose code Full is unrolled.
  DeviceCompiler Compiler = DeviceCompiler::Nvcc;
  /// Called with the unoptimised module and whether it will be unrolled; may
  /// take kernels out that are known. Empty: nothing is done.
  std::function<void(llvm::Module &, bool Unrolled)> Before;
};

/// The kernels of one file, compiled for one architecture.
struct DeviceIr {
  DeviceIr() = default;
  DeviceIr(DeviceIr &&) = default;
  /// Modules go before the context that they live in.
  DeviceIr &operator=(DeviceIr &&Other) {
    Shape = std::move(Other.Shape);
    Full = std::move(Other.Full);
    ForBackEnd = std::move(Other.ForBackEnd);
    Machine = std::move(Other.Machine);
    Context = std::move(Other.Context);
    Unusable = std::move(Other.Unusable);
    SecondParse = Other.SecondParse;
    return *this;
  }

  std::unique_ptr<llvm::LLVMContext> Context;
  /// O2 without unrolling: addresses, trip counts. Never null.
  std::unique_ptr<llvm::Module> Shape;
  /// The shape, unrolled as the compiler does: instruction mix, registers.
  /// Never null.
  std::unique_ptr<llvm::Module> Full;
  /// AMD's architectures: the kernels as LLVM's back end takes them, not
  /// optimised. Null elsewhere.
  std::unique_ptr<llvm::Module> ForBackEnd;
  /// What all are for.
  std::unique_ptr<llvm::TargetMachine> Machine;
  /// Kernels that were asked for and have no usable body, by mangled name, and
  /// why in one clause ("the kernel contains an error on line 12").
  llvm::StringMap<std::string> Unusable;
  bool SecondParse = false;
};

/// Compiles \p Kernels. An error is a clause for the user; it concerns the
/// whole file (no NVPTX back end, second parse failed at FILE:LINE: ...).
/// Thread-safe: no shared state, own diagnostics.
llvm::Expected<DeviceIr>
buildDeviceIr(clang::ASTContext &Ctx, clang::Preprocessor &PP,
              llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
              const DeviceIrOptions &Options);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_DEVICEIR_H
