//===- FactsFromNotes.h - Noted launches -> facts ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_FACTSFROMNOTES_H
#define GPUPERF_PLUGIN_RECORD_FACTSFROMNOTES_H

#include "plugin/record/NotesFiles.h"

namespace gpuperf::record {

/// Finds out where each launch is written and what its kernel is called. Where
/// a binary has no debug information, its own path stands for the file. Equal
/// launches of one place become one fact.
std::vector<LaunchFact> factsFromNotes(llvm::ArrayRef<NotedLaunch> Launches);

/// "scale<double>" for "_Z5scaleIdEvPT_i": the name as it is written for a
/// launch, with its namespaces.
std::string writtenKernel(llvm::StringRef Mangled);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_FACTSFROMNOTES_H
