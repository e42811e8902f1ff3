//===- SourceText.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/SourceText.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace gpuperf;
using llvm::StringRef;

SourceText::SourceText(std::string Read) : Text(std::move(Read)), Starts{0} {
  for (size_t I = 0; I < Text.size(); ++I)
    if (Text[I] == '\n')
      Starts.push_back(I + 1);
}

size_t SourceText::lineOf(size_t Offset) const {
  return std::upper_bound(Starts.begin(), Starts.end(), Offset) -
         Starts.begin() - 1;
}

unsigned SourceText::columnOf(size_t Line, size_t Offset) const {
  unsigned Column = 1;
  for (size_t I = Starts[Line]; I < Offset; ++I) {
    const auto C = static_cast<unsigned char>(Text[I]);
    // What goes on with a character of UTF-8 does not count; a character of
    // four bytes is two units of UTF-16.
    if ((C & 0xc0) != 0x80)
      Column += C >= 0xf0 ? 2 : 1;
  }
  return Column;
}

Region SourceText::region(size_t Begin, size_t End) const {
  Begin = std::min(Begin, Text.size());
  End = std::clamp(End, Begin, Text.size());
  const size_t First = lineOf(Begin), Last = lineOf(End);
  return {unsigned(First + 1), columnOf(First, Begin), unsigned(Last + 1),
          columnOf(Last, End)};
}

size_t SourceText::tokenEnd(size_t Offset) const {
  auto inName = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  size_t End = std::min(Offset, Text.size());
  while (End < Text.size() && inName(Text[End]))
    ++End;
  // No name: one character, and all of its bytes.
  if (End == Offset && End < Text.size() && Text[End] != '\n') {
    do
      ++End;
    while (End < Text.size() && (Text[End] & 0xc0) == 0x80);
  }
  return End;
}

StringRef SourceText::between(size_t Begin, size_t End) const {
  return StringRef(Text).slice(Begin, End);
}

StringRef SourceText::lineAt(size_t Offset) const {
  const size_t Line = lineOf(std::min(Offset, Text.size()));
  StringRef Rest = StringRef(Text).substr(Starts[Line]);
  return Rest.take_until([](char C) { return C == '\n'; }).rtrim('\r');
}
