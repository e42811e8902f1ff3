//===- ProgramContexts.h - How the program makes its launches -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function around a launch often says little of its sizes: they come from
// callers, the command line and other files. They are found by a walk through
// the program from main, or in the project's facts.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_ANALYZE_PROGRAMCONTEXTS_H
#define GPUPERF_PLUGIN_ANALYZE_PROGRAMCONTEXTS_H

#include "plugin/analyze/FileAnalysis.h"

namespace gpuperf {

struct ContextRequest {
  clang::ASTContext &Ctx;
  clang::Preprocessor &PP;
  const FileOptions &Options;
  /// Blocks of a kernel that fit on an SM of the first GPU, for programs that
  /// ask the occupancy API.
  std::function<unsigned(const clang::FunctionDecl &Kernel, unsigned Threads,
                         uint64_t SharedBytes)>
      ResidentBlocks;
  /// More values for names that the program leaves open ("argv[1]"), for the
  /// walk only.
  llvm::StringMap<double> Given = {};
  /// What is tried first for names that stay open.
  llvm::StringMap<double> Tried = {};
  /// Keeps the host code of the file, which the first of several walks makes;
  /// null: each makes its own.
  std::unique_ptr<program::HostModule> *Host = nullptr;
};

/// Gives the launches of \p Out their contexts, not yet predicted: what the
/// walk finds and, for launches that it does not come to, what the facts say.
void addProgramContexts(const ContextRequest &Request, FileAnalysis &Out);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_ANALYZE_PROGRAMCONTEXTS_H
