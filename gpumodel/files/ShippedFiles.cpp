//===- ShippedFiles.cpp - The GPU files inside the binary -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/ShippedFiles.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using llvm::StringRef;

namespace {

struct EmbeddedFile {
  llvm::StringLiteral Path, Text;
};

constexpr EmbeddedFile EmbeddedFiles[] = {
#include "EmbeddedGpuFiles.inc"
};

/// "t4" for "devices/t4.yaml", in the order of the files: sorted.
std::vector<std::string> namesIn(StringRef Folder) {
  std::vector<std::string> Names;
  for (const EmbeddedFile &File : EmbeddedFiles) {
    StringRef Path = File.Path;
    if (Path.consume_front(Folder) && Path.consume_back(".yaml"))
      Names.push_back(Path.str());
  }
  llvm::sort(Names);
  return Names;
}

} // namespace

std::vector<std::string> gpuperf::shippedGpuNames() {
  return namesIn("devices/");
}

std::vector<std::string> gpuperf::shippedArchNames() {
  return namesIn("arch/");
}

StringRef gpuperf::shippedGpuFile(StringRef RelativePath) {
  for (const EmbeddedFile &File : EmbeddedFiles)
    if (File.Path == RelativePath)
      return File.Text;
  return {};
}
