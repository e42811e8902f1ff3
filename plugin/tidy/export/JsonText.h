//===- JsonText.h - Texts that may not be UTF-8 -------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_JSONTEXT_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_JSONTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace gpuperf {

/// JSON is UTF-8, and sources may be written in anything.
inline std::string jsonText(llvm::StringRef Text) {
  return llvm::json::isUTF8(Text) ? Text.str() : llvm::json::fixUTF8(Text);
}

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_JSONTEXT_H
