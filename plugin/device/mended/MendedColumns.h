//===- MendedColumns.h - Places of the user's own text ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_MENDED_MENDEDCOLUMNS_H
#define GPUPERF_PLUGIN_DEVICE_MENDED_MENDEDCOLUMNS_H

#include "plugin/device/mended/MendedText.h"

namespace llvm {
class Module;
} // namespace llvm

namespace gpuperf {

/// Where the text of \p Line and \p Column of \p File, both from 1, stands on
/// this line without the words that were put there. A place in such a word is
/// that of what follows it.
unsigned columnWithoutWords(const MendedText::File &File, unsigned Line,
                            unsigned Column);

/// Gives the instructions and loops of \p M, which was compiled from \p Text,
/// the columns of the text as the user has it.
void restoreColumns(llvm::Module &M, const MendedText &Text);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_MENDED_MENDEDCOLUMNS_H
