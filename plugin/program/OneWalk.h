//===- OneWalk.h - A program or a function, walked once ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PROGRAM_ONEWALK_H
#define GPUPERF_PLUGIN_PROGRAM_ONEWALK_H

#include "plugin/program/Walk.h"
#include <set>

namespace gpuperf::program {

/// One argument of the command line.
struct Word {
  std::string Text;
  std::string Name; ///< not empty: it is assumed, under this name
};

/// One walk: of main with one command line, or of another function.
class OneWalk {
public:
  OneWalk(llvm::ArrayRef<const HostModule *> Files, const WalkOptions &Options)
      : Files(Files), Options(Options),
        M(L, standardLibrary(), Options.Limits) {}

  void run(const llvm::Function &Main, llvm::ArrayRef<Word> Words,
           bool ArgcOpen, std::vector<unsigned> Reversed);
  /// Walks \p F with arguments of which nobody knows anything.
  void runFunction(const llvm::Function &F, std::vector<unsigned> Reversed);
  /// The branches, by number, and whether any switch, that what a function is
  /// called with decides.
  std::vector<unsigned> choicesByArguments() const;
  bool switchesByArguments() const { return isByArguments(M.switchesFrom()); }
  WalkResult result();

  bool hasLaunches() const { return !Runtime.Launches.empty(); }
  uint64_t launchKinds() const { return Runtime.Launches.size(); }
  const Machine &machine() const { return M; }
  bool launchesFit() const;
  uint64_t deviceBytes() const { return M.Mem.deviceBytesPeak(); }
  bool hasEmptyArrays() const { return !Runtime.EmptyArrays.empty(); }
  /// The assumed arguments that some launch has its block from, by name.
  std::set<std::string> argumentsOfBlocks() const;

private:
  void start(std::vector<unsigned> Reversed);
  bool isByArguments(LabelSet From) const;
  const HostKernel *kernelOf(const llvm::Function &Stub) const;
  void placeVariables();
  Address addressOf(const HostModule &File, const HostVariable &V);
  std::vector<std::pair<const HostModule *, const HostVariable *>>
  variablesOf(const llvm::Function &Stub) const;
  void addVariables(const RawLaunch &Raw, LaunchFact &Fact);
  LaunchFact factOf(const RawLaunch &Raw, uint64_t Count, uint64_t Order);
  void addDependencies(LabelSet From, std::vector<std::string> &Names,
                       LaunchFact &Fact);

  llvm::ArrayRef<const HostModule *> Files;
  const WalkOptions Options;
  Labels L;
  Machine M;
  GpuRuntime Runtime;
  std::vector<FactValue> Assumed; ///< among the arguments
  LabelSet Arguments = 0;         ///< of runFunction
};

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_ONEWALK_H
