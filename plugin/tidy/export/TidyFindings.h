//===- TidyFindings.h - clang-tidy's errors as findings -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_TIDYFINDINGS_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_TIDYFINDINGS_H

#include "plugin/paths/ProjectRoot.h"
#include "plugin/tidy/export/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace clang::tidy {
struct ClangTidyError;
} // namespace clang::tidy

namespace gpuperf {

/// Identified, and in the order of their places. The files are read as they
/// were when they were checked, before a fix is applied.
std::vector<Finding>
tidyFindings(llvm::ArrayRef<clang::tidy::ClangTidyError> Errors,
             const ProjectRoot &Root, llvm::vfs::FileSystem &Files);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_TIDYFINDINGS_H
