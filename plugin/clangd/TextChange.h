//===- TextChange.h - Where a place in a text is after an edit --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_TEXTCHANGE_H
#define GPUPERF_PLUGIN_CLANGD_TEXTCHANGE_H

#include "llvm/Support/JSON.h"
#include <optional>

namespace gpuperf {

/// In what unit the columns of the protocol are counted.
enum class ColumnUnit : uint8_t { Bytes, Utf16, CodePoints };

/// A position of the protocol.
struct TextPlace {
  unsigned Line = 0, Column = 0;
  auto operator<=>(const TextPlace &) const = default;
};

/// Of JSON, where it is a position.
std::optional<TextPlace> placeIn(const llvm::json::Value *Position);
llvm::json::Object toJson(const TextPlace &Place);

/// One replaced range of a text.
struct TextChange {
  TextPlace Begin, End; ///< in the old text
  TextPlace NewEnd;     ///< in the new text
  bool Whole = false;   ///< the text is another one: no place is left

  /// Where \p Place, which the change does not touch, is in the new text.
  TextPlace moved(TextPlace Place) const;
};

/// One entry of the list in textDocument/didChange.
TextChange changeIn(const llvm::json::Value &ContentChange, ColumnUnit Unit);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_TEXTCHANGE_H
