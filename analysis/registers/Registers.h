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

/// What ptxas, or the estimate in its place, says of one kernel.
struct RegisterUse {
  Estimate PerThread;
  RegisterSource From = RegisterSource::None;
  uint64_t SpillBytes = 0;        ///< stores + loads, ptxas only
  uint64_t StackBytes = 0;        ///< ptxas only
  uint64_t StaticSharedBytes = 0; ///< ptxas only
};

struct RegisterOptions;
using RegisterReport = std::vector<std::pair<std::string, RegisterUse>>;

/// Who runs ptxas, where nobody may wait for it.
class PtxasRunner {
public:
  virtual ~PtxasRunner() = default;
  /// Nothing: there is no answer yet; a later call may have one. Never waits.
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

/// Register use of every kernel in \p Ptx by mangled name: from `ptxas -v`
/// where it can be run for the arch, else from the liveness of the PTX's
/// virtual registers plus what ptxas was seen to add, with a wider band.
/// Never fails: a kernel it knows nothing of is absent. Where Options.Runner
/// has no answer yet, the estimate.
RegisterReport registersOfPtx(llvm::StringRef Ptx,
                              const RegisterOptions &Options);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_REGISTERS_REGISTERS_H
