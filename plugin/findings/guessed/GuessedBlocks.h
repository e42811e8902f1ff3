//===- GuessedBlocks.h - Blocks that a launch may have ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a parameter or a member says the block, no time can be told. What a
// line costs may all the same be true of every usual block.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_GUESSED_GUESSEDBLOCKS_H
#define GPUPERF_PLUGIN_FINDINGS_GUESSED_GUESSEDBLOCKS_H

#include "plugin/analyze/FileAnalysis.h"

namespace gpuperf {

/// A file with some blocks, and what is assumed for that.
struct WithGuessedBlocks {
  FileAnalysis File;
  HostBindings Assume;
};

/// Values for the names that the blocks of launches without one are made of:
/// sets to be tried one after the other, each with usual blocks, or with what a
/// variable of the file begins with that other files may change. Empty if there
/// is no such launch.
std::vector<HostBindings> guessedBlocks(const FileAnalysis &File,
                                        clang::ASTContext &Ctx);

/// The launches of \p WithBlocks that have no block in \p File, where both are
/// analyses of one text. Arguments that are made of names in \p Blocks count as
/// assumed.
FileAnalysis onlyGuessed(const FileAnalysis &WithBlocks,
                         const FileAnalysis &File, const HostBindings &Blocks);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_GUESSED_GUESSEDBLOCKS_H
