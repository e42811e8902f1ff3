//===- TextChange.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/TextChange.h"

using namespace llvm;
using namespace gpuperf;

std::optional<TextPlace> gpuperf::placeIn(const json::Value *Position) {
  const json::Object *Object = Position ? Position->getAsObject() : nullptr;
  if (!Object)
    return std::nullopt;
  std::optional<int64_t> Line = Object->getInteger("line"),
                         Column = Object->getInteger("character");
  if (!Line || !Column || *Line < 0 || *Column < 0)
    return std::nullopt;
  // An editor that means the end of a line or of the text may say anything.
  constexpr int64_t Most = 1 << 30;
  return TextPlace{static_cast<unsigned>(std::min(*Line, Most)),
                   static_cast<unsigned>(std::min(*Column, Most))};
}

json::Object gpuperf::toJson(const TextPlace &Place) {
  return json::Object{{"line", Place.Line}, {"character", Place.Column}};
}

TextPlace TextChange::moved(TextPlace Place) const {
  if (Place < End)
    return Place;
  if (Place.Line == End.Line)
    return {NewEnd.Line, NewEnd.Column + (Place.Column - End.Column)};
  return {NewEnd.Line + (Place.Line - End.Line), Place.Column};
}

static unsigned lengthOf(StringRef Text, ColumnUnit Unit) {
  if (Unit == ColumnUnit::Bytes)
    return static_cast<unsigned>(Text.size());
  unsigned Out = 0;
  for (unsigned char C : Text)
    if ((C & 0xc0) != 0x80)
      Out += Unit == ColumnUnit::Utf16 && C >= 0xf0 ? 2 : 1;
  return Out;
}

TextChange gpuperf::changeIn(const json::Value &ContentChange,
                             ColumnUnit Unit) {
  TextChange Out;
  Out.Whole = true;
  const json::Object *Change = ContentChange.getAsObject();
  const json::Object *Range = Change ? Change->getObject("range") : nullptr;
  if (!Range)
    return Out;
  std::optional<TextPlace> Begin = placeIn(Range->get("start")),
                           End = placeIn(Range->get("end"));
  if (!Begin || !End || *End < *Begin)
    return Out;
  Out.Whole = false;
  Out.Begin = *Begin;
  Out.End = *End;
  const StringRef Text = Change->getString("text").value_or("");
  const size_t Lines = Text.count('\n');
  Out.NewEnd.Line = Begin->Line + static_cast<unsigned>(Lines);
  Out.NewEnd.Column = lengthOf(Text.substr(Text.rfind('\n') + 1), Unit) +
                      (Lines ? 0 : Begin->Column);
  return Out;
}
