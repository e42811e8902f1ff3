//===- TidyFinding.h - A diagnostic of clang-tidy as a value -- -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the files for code hosts (SARIF, Code Quality) and baselines need of a
// diagnostic. A finding is recognised after edits of other lines: its key is
// the rule, the file, the line of code without its spaces and the message
// without its numbers; where several have one key, the how-manieth it is.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_TIDYFINDING_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_TIDYFINDING_H

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include <string>
#include <vector>

namespace gpuperf {

enum class FindingLevel : uint8_t { Error, Warning, Note };

/// A part of a file; lines and columns from 1, in bytes, the end exclusive.
struct FileRegion {
  std::string File; ///< relative to the project where it is inside, with "/"
  unsigned Line = 1, Column = 1, EndLine = 1, EndColumn = 1;
};

struct TidyFinding {
  std::string Rule; ///< "gpuperf-uncoalesced-access"
  FindingLevel Level = FindingLevel::Warning;
  std::string Message;
  FileRegion Where;
  /// Notes that have a place, and where that is.
  std::vector<std::pair<std::string, FileRegion>> Related;
  /// A fix-it: what stands instead of each part.
  std::vector<std::pair<FileRegion, std::string>> Fix;
  std::string Key;         ///< the same for findings that look the same
  std::string Fingerprint; ///< of Key and the number among its like; unique
};

/// The findings of a run, each once, worst first: errors, advice by the share
/// of the time that its message names, information; then by place. \p Root: the
/// project's folder, absolute.
std::vector<TidyFinding>
findingsOf(llvm::ArrayRef<clang::tidy::ClangTidyError> Errors,
           llvm::StringRef Root);

/// The key of one diagnostic, as TidyFinding::Key.
std::string findingKey(const clang::tidy::ClangTidyError &Error,
                       llvm::StringRef Root);

/// The nearest folder at or above the working folder that is a checkout of a
/// version control; the working folder where there is none.
std::string projectRoot();

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_TIDYFINDING_H
