//===- WrittenLaunches.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/WrittenLaunches.h"
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

std::vector<WrittenLaunch> writtenLaunches(StringRef Text) {
  const std::string Clean = blanked(Text);
  std::vector<WrittenLaunch> Out;
  unsigned Line = 1;
  size_t LineStart = 0;
  for (size_t I = 0; I < Clean.size(); ++I) {
    if (Clean[I] == '\n') {
      ++Line;
      LineStart = I + 1;
    } else if (StringRef(Clean).substr(I).starts_with("<<<")) {
      std::string Kernel = launchedBefore(Clean, I);
      if (!Kernel.empty())
        Out.push_back({Line, static_cast<unsigned>(I - LineStart + 1), Kernel});
      I += 2;
    }
  }
  return Out;
}

} // namespace gpuperf::record
