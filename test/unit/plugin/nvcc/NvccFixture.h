//===- NvccFixture.h - Translating command lines in tests -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_PLUGIN_NVCC_NVCCFIXTURE_H
#define GPUPERF_TEST_UNIT_PLUGIN_NVCC_NVCCFIXTURE_H

#include "plugin/nvcc/NvccCommand.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gpuperf {

/// A machine with a CUDA 13 in /opt/cuda-13 and a CUDA 12 in /opt/cuda-12.
class NvccFixture : public ::testing::Test {
protected:
  NvccFixture() {
    addFile("/opt/cuda-13/include/cuda_runtime.h");
    addFile("/opt/cuda-13/include/cccl/cub/cub.cuh");
    addFile("/opt/cuda-12/include/cuda_runtime.h");
    Choice.CudaRoot = "/opt/cuda-13";
  }

  void addFile(const std::string &Path, const std::string &Text = "") {
    Files.addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  }

  static std::vector<std::string> words(llvm::StringRef Line) {
    llvm::BumpPtrAllocator Memory;
    llvm::StringSaver Saver(Memory);
    llvm::SmallVector<const char *> Tokens;
    llvm::cl::TokenizeGNUCommandLine(Line, Saver, Tokens);
    return std::vector<std::string>(Tokens.begin(), Tokens.end());
  }

  ClangCommand run(llvm::StringRef Line, llvm::StringRef File = "k.cu") {
    return translateNvcc(words(Line), "/build", File, Choice, Files);
  }
  /// The clang flags of "nvcc FLAGS -c k.cu".
  std::vector<std::string> flags(llvm::StringRef Flags) {
    return run(("nvcc " + Flags + " -c k.cu").str()).Args;
  }
  /// The only --cuda-gpu-arch= of those; empty without; "several".
  std::string arch(llvm::StringRef Flags) {
    std::string Found;
    for (llvm::StringRef Arg : flags(Flags))
      if (Arg.consume_front("--cuda-gpu-arch="))
        Found = Found.empty() ? Arg.str() : "several";
    return Found;
  }

  llvm::vfs::InMemoryFileSystem Files;
  NvccChoice Choice;
};

} // namespace gpuperf

#endif // GPUPERF_TEST_UNIT_PLUGIN_NVCC_NVCCFIXTURE_H
