//===- SpacedLaunches.h - Launches written as << <...>> > -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_BASE_SPACEDLAUNCHES_H
#define GPUPERF_PLUGIN_CHECKS_BASE_SPACEDLAUNCHES_H

namespace clang {
class Preprocessor;
} // namespace clang

namespace gpuperf {

/// Lets \p PP read its main file, and the user's headers that it comes to, with
/// the brackets of launches in one piece (AcceptedText.h), as nvcc takes them.
/// That is for checks in a clang-tidy or clangd that is not ours; our programs
/// read all files so. To be called before the main file is entered; calling it
/// again for the same \p PP does nothing. No file is written.
void acceptSpacedLaunches(clang::Preprocessor &PP);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_BASE_SPACEDLAUNCHES_H
