//===- TemporaryFile.h - A file that is there for a while -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_PROCESS_TEMPORARYFILE_H
#define GPUPERF_PLUGIN_CLI_PROCESS_TEMPORARYFILE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace gpuperf {

/// A file that is there as long as this is.
class TemporaryFile {
public:
  TemporaryFile();
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  ~TemporaryFile();

  llvm::StringRef path() const { return Path; } ///< empty: it cannot be made
  std::string text() const;                     ///< what it holds now

private:
  llvm::SmallString<128> Path;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_PROCESS_TEMPORARYFILE_H
