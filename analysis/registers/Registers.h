//===- Registers.h - Registers per thread -----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_REGISTERS_REGISTERS_H
#define GPUPERF_ANALYSIS_REGISTERS_REGISTERS_H

#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace llvm {
class Module;
} // namespace llvm

namespace gpuperf {

/// The registers and memory of one kernel, as ptxas reports them, as an object
/// of the build has them, or as they are estimated.
struct RegisterUse {
  Estimate PerThread;
  RegisterSource From = RegisterSource::None;
  /// Stores and loads in the text. Of ptxas and of AMD's compiler.
  uint64_t SpillBytes = 0;
  /// AMD's compiler only: of a warp, and among those of a thread.
  unsigned ScalarRegisters = 0, AccumulationRegisters = 0;
  unsigned MemoryDrains = 0;      ///< AMD's compiler only, see KernelSummary
  uint64_t StackBytes = 0;        ///< ptxas and objects only
  uint64_t StaticSharedBytes = 0; ///< ptxas and objects only
};

struct RegisterOptions;
using RegisterReport = std::vector<std::pair<std::string, RegisterUse>>;

/// Runs ptxas in the background, for a caller that must not wait, such as an
/// editor's language server.
class PtxasRunner {
public:
  virtual ~PtxasRunner() = default;
  /// The report, or nothing if there is none yet: a later call may have it.
  /// Never waits.
  virtual std::optional<RegisterReport> ask(llvm::StringRef Ptx,
                                            const RegisterOptions &Options) = 0;
};

struct RegisterOptions {
  std::string PtxasPath;    ///< empty: do not run one
  std::string Arch;         ///< "sm_90": must be one that this ptxas knows
  unsigned MaxRegCount = 0; ///< nvcc's -maxrregcount, 0: none
  unsigned TimeoutSeconds = 20;
  PtxasRunner *Runner = nullptr; ///< null: ptxas is run and waited for
};

/// Runs `ptxas -v` and waits. Empty where it cannot be run, refuses the text,
/// takes too long, or \p GoOn turns false. Uses no signals: any thread may.
RegisterReport runPtxas(llvm::StringRef Ptx, const RegisterOptions &Options,
                        llvm::function_ref<bool()> GoOn);

/// PTX text of an optimised device module, through LLVM's NVPTX back end.
llvm::Expected<std::string> emitPtx(llvm::Module &M);

/// Register use of every kernel in \p Ptx, by mangled name: from `ptxas -v`
/// where that can be run for the architecture. Otherwise, or where
/// Options.Runner has no answer yet, it is estimated: the registers that are
/// live in the PTX plus what ptxas was seen to add, with a wide band. Never
/// fails; a kernel that nothing is known of is left out.
RegisterReport registersOfPtx(llvm::StringRef Ptx,
                              const RegisterOptions &Options);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_REGISTERS_REGISTERS_H
