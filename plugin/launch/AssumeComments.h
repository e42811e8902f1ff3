//===- AssumeComments.h - `// gpuperf: assume ...` in the source ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comments inside function bodies are not in the AST: the text of the file is
// read, upwards from a line over comments and blank lines.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_ASSUMECOMMENTS_H
#define GPUPERF_PLUGIN_LAUNCH_ASSUMECOMMENTS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
class SourceManager;
class SourceRange;
} // namespace clang

namespace gpuperf {

/// What follows "gpuperf: assume" in the comments directly above the text at
/// [\p Begin, \p End) of \p Buffer and on its first and last line, top down.
/// \p SkipDeclarators: lines that only hold the head of a declaration
/// (`template <...>`, `__global__`, ...) do not end the search.
std::vector<std::string> assumeCommentsAt(llvm::StringRef Buffer, size_t Begin,
                                          size_t End, bool SkipDeclarators);

/// Those at a launch, in the file it is expanded in.
std::vector<std::string> assumeCommentsOfLaunch(const clang::SourceManager &SM,
                                                clang::SourceRange Launch);

/// Those above the declarations and the definition of a kernel, or above the
/// template that it comes from.
std::vector<std::string> assumeCommentsOfKernel(const clang::SourceManager &SM,
                                                const clang::FunctionDecl &F);

/// A comment that may stand at any line of code.
struct AssumeComment {
  std::string Text;  ///< what follows "gpuperf: assume"
  size_t Offset = 0; ///< of "gpuperf:" in the file
  /// The line of code that it is about, from 1: its own if there is code before
  /// the comment, else the next one below that is not empty and holds more than
  /// a comment.
  unsigned Line = 0;
};

/// All of \p Buffer, top down.
std::vector<AssumeComment> allAssumeComments(llvm::StringRef Buffer);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_ASSUMECOMMENTS_H
