//===- DataComments.h - `assume trips=N` in a kernel's code -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the code of a kernel, and of the functions that it calls, a comment
// `// gpuperf: assume trips=12` says how often the loop on its line runs, and
// `// gpuperf: assume branch=0.1` in which share of the cases the condition on
// its line holds.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_ANALYZE_DATACOMMENTS_H
#define GPUPERF_PLUGIN_ANALYZE_DATACOMMENTS_H

#include "plugin/analyze/FileAnalysis.h"
#include "plugin/device/CompiledKernels.h"
#include "clang/Basic/SourceLocation.h"
#include <map>

namespace clang {
class SourceManager;
} // namespace clang

namespace gpuperf {

/// The number of \p File among the files that the debug locations of \p Kernel
/// name; NoId if none of its code is there.
uint32_t fileIn(const clang::SourceManager &SM, const KernelSummary &Kernel,
                clang::FileID File);

/// The comments in the files of one AST, each of which is read once.
class DataComments {
public:
  explicit DataComments(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// Makes KernelSummary::Given of \p Summary what the comments in the code of
  /// \p Kernel say, and returns what became of each number.
  std::vector<CommentUse> give(const clang::FunctionDecl &Kernel,
                               KernelSummary &Summary);

private:
  struct Comment {
    clang::SourceLocation Where;
    unsigned Line = 0; ///< of the code that it is about
    std::optional<double> Trips, Share;
    /// Those of them, as told to people, and why the text is not used.
    std::string TripsText, ShareText, Error;
  };

  const std::vector<Comment> &commentsOf(clang::FileID File);
  /// Invalid if the file has no comment for us.
  clang::FileID fileNamed(const std::string &Path);

  clang::ASTContext &Ctx;
  std::map<clang::FileID, std::vector<Comment>> ByFile;
  std::map<std::string, clang::FileID> ByPath;
};

/// A remark on each number that no kernel uses, in the order of the source.
std::vector<Remark> remarksOn(llvm::ArrayRef<CommentUse> Uses);

/// The remark with its place in front: "kernel.cu:12:30: ...".
std::string remarkText(const clang::SourceManager &SM, const Remark &R);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_ANALYZE_DATACOMMENTS_H
