//===- FalseErrors.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/FalseErrors.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace clang::tidy;
using llvm::StringRef;

/// Whether the declaration that a note points at is __managed__.
static bool isManaged(const clang::tooling::DiagnosticMessage &Note,
                      StringRef Folder) {
  llvm::SmallString<256> Path(Note.FilePath);
  llvm::sys::path::make_absolute(Folder, Path);
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text || Note.FileOffset > (*Text)->getBufferSize())
    return false;
  // The specifier comes before the name.
  StringRef Before = (*Text)->getBuffer().take_front(Note.FileOffset);
  size_t Start = Before.find_last_of(";}");
  return Before.substr(Start == StringRef::npos ? 0 : Start)
      .contains("__managed__");
}

static bool isFalse(const ClangTidyError &Error) {
  if (Error.DiagnosticName != "clang-diagnostic-error")
    return false;
  StringRef Message = Error.Message.Message;
  if (Message == "initialization is not supported for __shared__ variables")
    return true;
  return Message.starts_with("reference to __host__ variable '") &&
         llvm::any_of(Error.Notes, [&](const auto &Note) {
           return isManaged(Note, Error.BuildDirectory);
         });
}

void gpuperf::dropFalseErrors(std::vector<ClangTidyError> &Errors) {
  llvm::erase_if(Errors, isFalse);
}
