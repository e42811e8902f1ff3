//===- NotesFiles.h - What the stand-in runtime noted -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_NOTESFILES_H
#define GPUPERF_PLUGIN_RECORD_NOTESFILES_H

#include "plugin/facts/LaunchFact.h"
#include "llvm/ADT/StringRef.h"

namespace gpuperf::record {

/// A launch as runtime/Notes.h writes it down.
struct NotedLaunch {
  std::string Kernel;  ///< mangled
  std::string Module;  ///< the executable or library that launches
  uint64_t Return = 0; ///< where the launch returns to in it
  Dim3 Grid, Block;
  uint64_t SharedBytes = 0;
  std::vector<FactArg> Args;
  std::vector<std::pair<std::string, uint64_t>> Bytes;
  uint64_t Count = 0;
};

struct RunNotes {
  std::vector<NotedLaunch> Launches; ///< of each process in its order
  bool RepeatLimit = false; ///< a process was ended: one launch, too often
  bool Full = false;        ///< there were too many different launches
};

/// Reads the notes of all processes in the folder \p Folder.
RunNotes readNotes(llvm::StringRef Folder);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_NOTESFILES_H
