//===- CompilerName.h - Which compiler a command line runs ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_COMPILERNAME_H
#define GPUPERF_PLUGIN_NVCC_COMPILERNAME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace gpuperf {

enum class Compiler { Nvcc, Clang, Other };

struct CompilerAt {
  Compiler Kind = Compiler::Other;
  size_t Index = 0; ///< of the program; launchers such as ccache precede it
};

/// An empty command line is Other, at index 0.
CompilerAt findCompiler(llvm::ArrayRef<std::string> CommandLine);

/// The language that a file's name stands for.
enum class Language { Unknown, Header, C, Cxx, Cuda, Hip };
Language languageOfFile(llvm::StringRef File);
Language languageOfFlag(llvm::StringRef Value); ///< the value of -x

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_COMPILERNAME_H
