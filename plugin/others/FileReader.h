//===- FileReader.h - How files of a program are parsed ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_OTHERS_FILEREADER_H
#define GPUPERF_PLUGIN_OTHERS_FILEREADER_H

#include "plugin/analyze/BuiltObjects.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace gpuperf {

/// Called with the AST of a file, which is gone afterwards.
using VisitFile =
    llvm::function_ref<void(clang::ASTContext &, clang::Preprocessor &)>;

/// Whoever parses the other files of a program: the command, from a command
/// line or a compile database, or a check, from the parse that it is part of.
class FileReader {
public:
  virtual ~FileReader() = default;

  /// The file that was asked for.
  virtual std::string first() const = 0;
  /// All files of the program, where there is a compile database. Nothing: they
  /// are looked for in the folders around the first one.
  virtual std::optional<std::vector<std::string>> named() const {
    return std::nullopt;
  }
  /// The flags that \p File is parsed with, without the file.
  virtual std::vector<std::string> flagsOf(llvm::StringRef File) const {
    (void)File;
    return {};
  }
  /// Parses \p File; \p Visit may be called even if there are errors in it.
  virtual llvm::Error parse(llvm::StringRef File, VisitFile Visit) const = 0;
  /// Adds the object that the build makes of \p File.
  virtual void seekObject(BuiltObjects &To, llvm::StringRef File) const {
    (void)To, (void)File;
  }
  /// Only files are parsed whose text calls or defines what is asked for: a
  /// name alone is not enough.
  virtual bool isHurried() const { return false; }
  /// So many files are parsed at most.
  virtual size_t mostParsed() const { return 40; }
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_OTHERS_FILEREADER_H
