//===- TemporaryFolder.h - A folder that is there for a while ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_PROCESS_TEMPORARYFOLDER_H
#define GPUPERF_PLUGIN_CLI_PROCESS_TEMPORARYFOLDER_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gpuperf {

/// A folder that is there as long as this is, with what is in it.
class TemporaryFolder {
public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder();

  llvm::StringRef path() const { return Path; } ///< empty: it cannot be made
  /// Whether a file of this name and text could be written.
  bool write(llvm::StringRef Name, llvm::StringRef Text);

private:
  std::string Path;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_PROCESS_TEMPORARYFOLDER_H
