//===- RunComment.h - `// gpuperf: run ARGS` above main ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PROGRAM_IR_RUNCOMMENT_H
#define GPUPERF_PLUGIN_PROGRAM_IR_RUNCOMMENT_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace gpuperf::program {

/// What follows "gpuperf: run" in the comments directly above the text at
/// \p Offset of \p Buffer, or on its line; the lowest one counts. Nothing if
/// there is no such comment; "// gpuperf: run" alone means no arguments.
std::optional<std::string> runCommentAbove(llvm::StringRef Buffer,
                                           size_t Offset);

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_IR_RUNCOMMENT_H
