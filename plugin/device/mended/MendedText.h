//===- MendedText.h - What nvcc reads between the lines ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc needs no `template` before the member of a dependent type in
// `cast<T>::to<4>(x)`, no `typename` before a type of one, and only one `%`
// before a name in inline assembly; a pointer to void goes on by bytes, and an
// alignment below the type's is none. Clang has an error there, and a kernel
// with an error is not predicted. Where an error says that such a word is
// missing, it is put into the text, which is parsed again.
//
// Lines stay as they are, columns behind the word do not: what is told of
// places in such a text has to be told of the user's (MendedColumns.h).
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_MENDED_MENDEDTEXT_H
#define GPUPERF_PLUGIN_DEVICE_MENDED_MENDEDTEXT_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include <map>
#include <string>

namespace clang {
class Diagnostic;
} // namespace clang
namespace llvm::vfs {
class InMemoryFileSystem;
} // namespace llvm::vfs

namespace gpuperf {

class MendedText {
public:
  /// Whether the error that \p Info tells is a missing word, which is noted.
  bool note(const clang::Diagnostic &Info);
  /// Whether there are words that were noted and are not in the text yet.
  bool hasNews() const { return !Pending.empty(); }
  /// Puts the words that were noted into the texts of their files.
  void mend();
  /// The files with their words.
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> files() const;

  /// A file as it is read with its words.
  struct File {
    std::string Name; ///< as the parse names it
    std::string Text;
    std::map<size_t, size_t> Words; ///< where one begins, and its size
  };
  /// All files that have words, by absolute path.
  const std::map<std::string, File> &mended() const { return Mended; }

private:
  /// What to insert where, in the text that the last parse read.
  struct Inserted {
    std::string Name, Text;
    std::map<size_t, std::string> At;
  };
  std::map<std::string, Inserted> Pending; ///< by absolute path
  std::map<std::string, File> Mended;      ///< by absolute path
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_MENDED_MENDEDTEXT_H
