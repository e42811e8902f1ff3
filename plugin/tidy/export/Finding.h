//===- Finding.h - What a run of clang-tidy found -----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_FINDING_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_FINDING_H

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gpuperf {

/// Lines and columns count from 1, columns in UTF-16 units as SARIF does. The
/// end is behind the last character.
struct Region {
  unsigned Line = 1, Column = 1, EndLine = 1, EndColumn = 1;
};

struct Place {
  /// Relative to the project's root, or absolute where it lies outside.
  std::string File;
  Region Where;
};

/// Text in place of what stands in a region.
struct Edit {
  Place Deleted;
  std::string Inserted;
};

/// One way to change the code: all of its edits together.
struct Fix {
  std::string Description;
  std::vector<Edit> Edits;
};

struct FindingNote {
  std::string Message;
  std::optional<Place> At;
};

enum class FindingLevel { Remark, Warning, Error };

/// A diagnostic of clang or of a check, without anything of clang. A finding
/// that several files report at one place of a header is one.
struct Finding {
  std::string Rule;
  FindingLevel Level = FindingLevel::Warning;
  std::string Message;
  /// None for what concerns the command line.
  std::optional<Place> At;
  /// Of the place in its file, in bytes.
  unsigned Offset = 0;
  std::vector<FindingNote> Notes;
  std::vector<Fix> Fixes;

  /// What identifies the finding in its file beside the rule: no line, no
  /// number of the message (Fingerprints.h).
  std::string Text;
  /// Among findings of one rule, file and text.
  unsigned Ordinal = 0;
  /// Indices of the diagnostics that it was made of.
  std::vector<size_t> Diagnostics;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_FINDING_H
