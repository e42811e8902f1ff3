//===- TemporaryFile.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/process/TemporaryFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace gpuperf;

TemporaryFile::TemporaryFile() {
  if (llvm::sys::fs::createTemporaryFile("gpuperf", "", Path))
    Path.clear();
}

TemporaryFile::~TemporaryFile() {
  if (!Path.empty())
    llvm::sys::fs::remove(Path);
}

std::string TemporaryFile::text() const {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  return Text ? (*Text)->getBuffer().str() : std::string();
}
