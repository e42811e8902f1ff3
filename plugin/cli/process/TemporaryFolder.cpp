//===- TemporaryFolder.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/process/TemporaryFolder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace gpuperf;
namespace fs = llvm::sys::fs;

TemporaryFolder::TemporaryFolder() {
  llvm::SmallString<128> Made;
  if (!fs::createUniqueDirectory("gpuperf", Made))
    Path = Made.str();
}

TemporaryFolder::~TemporaryFolder() {
  if (!Path.empty())
    fs::remove_directories(Path);
}

bool TemporaryFolder::write(llvm::StringRef Name, llvm::StringRef Text) {
  llvm::SmallString<128> File(Path);
  llvm::sys::path::append(File, Name);
  std::error_code Why;
  llvm::raw_fd_ostream OS(File, Why);
  if (Path.empty() || Why)
    return false;
  OS << Text;
  OS.close();
  const bool Written = !OS.has_error();
  OS.clear_error();
  return Written;
}
