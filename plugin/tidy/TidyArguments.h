//===- TidyArguments.h - Our checks where a project says nothing ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_TIDYARGUMENTS_H
#define GPUPERF_PLUGIN_TIDY_TIDYARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/StringSaver.h"

namespace gpuperf {

/// clang-tidy's command line with response files expanded. Where neither it nor
/// a .clang-tidy above the named files (or, without files, above the working
/// folder) chooses checks, --checks=gpuperf-* is added to clang-tidy's own
/// default.
llvm::SmallVector<const char *> tidyArguments(llvm::ArrayRef<const char *> Argv,
                                              llvm::StringSaver &Saver);

/// The value of -p; empty if it is not given.
llvm::StringRef databaseFolder(llvm::ArrayRef<const char *> Args);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_TIDYARGUMENTS_H
