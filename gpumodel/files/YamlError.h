//===- YamlError.h - Errors in YAML files, with line and key ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_FILES_YAMLERROR_H
#define GPUPERF_GPUMODEL_FILES_YAMLERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace llvm {
class SMDiagnostic;
}

namespace gpuperf {

/// What one parse collects: the first error, and what is needed to word it.
struct ParseState {
  unsigned Line = 0; ///< of the error, from 1
  std::string Message, LineText;
  llvm::StringRef Key;               ///< that was being read, if any
  bool AtFirstKey = false;           ///< no other key had been asked for
  llvm::StringRef CurrentKey;        ///< the key that is being read
  std::vector<llvm::StringRef> Keys; ///< all keys that were asked for; literals
};

/// The diagnostic handler of llvm::yaml::Input; \p State is a ParseState.
void collectYamlError(const llvm::SMDiagnostic &Diag, void *State);

/// The collected error as "FILE:LINE: MESSAGE", where the message names the
/// key.
llvm::Error explainYamlError(llvm::MemoryBufferRef Buffer,
                             const ParseState &State);

/// A number for a message: "4194304", "0.25".
std::string numberText(double Value);

/// "FILE:LINE: MESSAGE".
llvm::Error fileError(llvm::StringRef File, unsigned Line,
                      const llvm::Twine &Message);

/// An error for what is not text, and for nesting that would exhaust the
/// parser's stack.
llvm::Error checkYamlText(llvm::MemoryBufferRef Buffer);

/// The last line of \p Text that begins with \p Key and is not after \p Last,
/// counted from 1; if there is none, the first one after it; else 1.
unsigned lineOfKey(llvm::StringRef Text, llvm::StringRef Key,
                   unsigned Last = ~0u);

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_FILES_YAMLERROR_H
