//===- Walk.h - Host IR of a program -> its launches ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The program is walked from main as if it ran with a command line. Without
// one it is walked as if it was called without arguments; a program that then
// ends before it launches anything is walked with arguments that stand for what
// a user would give.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PROGRAM_WALK_H
#define GPUPERF_PLUGIN_PROGRAM_WALK_H

#include "plugin/facts/LaunchFact.h"
#include "plugin/program/ir/HostIr.h"
#include "plugin/program/library/Library.h"

namespace gpuperf::program {

struct WalkOptions {
  /// The program's arguments, without its name; nothing: what a comment above
  /// main says, and without one they are not given.
  std::optional<std::vector<std::string>> Arguments;
  const GpuModel *Gpu = nullptr;
  Budget Limits;
  /// Resident blocks per SM of the kernel of this device symbol.
  std::function<unsigned(const std::string &Mangled, unsigned Threads,
                         uint64_t SharedBytes)>
      BlocksPerSm;
  /// Values that the user gives to names that are open.
  llvm::StringMap<double> Given;
  /// What is tried first for names that stay open all the same.
  llvm::StringMap<double> Tried;
};

struct WalkResult {
  ProgramFacts Facts;
  bool FoundMain = false;
  bool ArgumentsGiven = false; ///< by the options or a comment
  std::optional<End> Ended;
  int ExitCode = 0;
  uint64_t Steps = 0;
  llvm::StringMap<unsigned> NotKnown; ///< functions that were not answered
};

/// Walks the program that consists of \p Files.
WalkResult walkProgram(llvm::ArrayRef<const HostModule *> Files,
                       const WalkOptions &Options);

/// The launches whose grid, block and arguments the code of \p Files says
/// alone, although none of them has main: each function that other files may
/// call, and that none of these does, is walked with arguments, and variables
/// that may have changed, of which nobody knows anything. A launch that comes
/// out of them in one place is left out, with all others at its place. Counts
/// are those of one call of each function.
std::vector<LaunchFact> walkCallers(llvm::ArrayRef<const HostModule *> Files,
                                    const WalkOptions &Options);

/// A command line as a shell splits it.
std::vector<std::string> splitCommandLine(llvm::StringRef Text);

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_WALK_H
