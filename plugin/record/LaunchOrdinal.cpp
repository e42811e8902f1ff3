//===- LaunchOrdinal.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/LaunchOrdinal.h"
#include "llvm/ADT/StringExtras.h"
#include <string>
#include <vector>

using namespace llvm;

namespace gpuperf::record {

/// The text with comments and the insides of quotes blanked out, so that places
/// stay what they are.
static std::string blanked(StringRef Text) {
  std::string Out = Text.str();
  for (size_t I = 0; I < Out.size(); ++I) {
    size_t End = I;
    if (Text.substr(I).starts_with("//")) {
      End = Text.find('\n', I);
    } else if (Text.substr(I).starts_with("/*")) {
      End = Text.find("*/", I + 2);
    } else if (Out[I] == '"') {
      End = I + 1;
      while (End < Out.size() && Out[End] != '"' && Out[End] != '\n')
        End += Out[End] == '\\' ? 2 : 1;
    } else {
      continue;
    }
    End = std::min(End, Out.size());
    for (size_t K = I; K < End; ++K)
      if (Out[K] != '\n')
        Out[K] = ' ';
    I = End;
  }
  return Out;
}

static bool isName(char C) { return isAlnum(C) || C == '_'; }

/// What is launched at the <<< at \p At: "k<float>", without spaces.
static std::string launchedBefore(StringRef Text, size_t At) {
  std::string Out;
  unsigned Depth = 0;
  size_t I = At;
  for (; I > 0; --I) {
    const char C = Text[I - 1];
    if (isSpace(C)) {
      // A space ends a name that has begun, but not what precedes a list.
      if (Depth == 0 && !Out.empty() && isName(Out.back()))
        break;
      continue;
    }
    if (C == '>')
      ++Depth;
    else if (C == '<' && Depth > 0)
      --Depth;
    else if (Depth == 0 && !isName(C))
      break;
    Out += C;
  }
  return std::string(Out.rbegin(), Out.rend());
}

std::optional<unsigned> launchOrdinal(StringRef Text, StringRef Kernel,
                                      unsigned FirstLine, unsigned Line,
                                      unsigned Column) {
  StringRef Base = Kernel.split('<').first;
  Base = Base.substr(Base.rfind(':') + 1); // npos + 1 is 0
  const std::string Clean = blanked(Text);
  std::vector<std::string> Earlier;
  unsigned AtLine = 1;
  size_t LineStart = 0;
  std::string Wanted;
  for (size_t I = 0; I < Clean.size() && AtLine <= Line; ++I) {
    if (Clean[I] == '\n') {
      ++AtLine;
      LineStart = I + 1;
      continue;
    }
    if (AtLine < FirstLine || !StringRef(Clean).substr(I).starts_with("<<<"))
      continue;
    std::string Launched = launchedBefore(Clean, I);
    I += 2;
    if (StringRef(Launched).split('<').first != Base)
      continue;
    const size_t AtColumn = I - 1 - LineStart;
    if (AtLine == Line && (Column == 0 || AtColumn >= Column)) {
      Wanted = std::move(Launched);
      break;
    }
    Earlier.push_back(std::move(Launched));
  }
  // The launch itself may begin on an earlier line than its <<<, or end later.
  if (Wanted.empty()) {
    if (Earlier.empty())
      return std::nullopt;
    Wanted = std::move(Earlier.back());
    Earlier.pop_back();
  }
  unsigned Ordinal = 0;
  for (const std::string &Launched : Earlier)
    Ordinal += Launched == Wanted;
  return Ordinal;
}

} // namespace gpuperf::record
