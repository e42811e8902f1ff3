//===- SourceText.h - Lines and columns of a file -----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_SOURCETEXT_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_SOURCETEXT_H

#include "plugin/tidy/export/Finding.h"
#include "llvm/ADT/StringRef.h"

namespace gpuperf {

/// The text of a file with the places where its lines begin.
class SourceText {
public:
  explicit SourceText(std::string Text);

  /// From a byte up to another; what lies behind the end of the file is taken
  /// to be the end.
  Region region(size_t Begin, size_t End) const;

  /// Behind the name, number or single character at \p Offset.
  size_t tokenEnd(size_t Offset) const;

  /// What stands from a byte up to another, cut off at the end of the file.
  llvm::StringRef between(size_t Begin, size_t End) const;

  /// The line without its end.
  llvm::StringRef lineAt(size_t Offset) const;

private:
  size_t lineOf(size_t Offset) const;
  unsigned columnOf(size_t Line, size_t Offset) const;

  std::string Text;
  std::vector<size_t> Starts;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_SOURCETEXT_H
