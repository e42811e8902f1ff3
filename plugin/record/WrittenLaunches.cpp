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

/// How long the brackets are that \p Text begins with, up to the end where they
/// are not closed.
static size_t bracketed(StringRef Text) {
  unsigned Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '(' || Text[I] == '<';
    if (Text[I] == ')' || Text[I] == '>')
      if (--Depth == 0)
        return I + 1;
  }
  return Text.size();
}

/// The kernel that an argument names: without casts, and without what keeps a
/// list of template arguments together.
static StringRef namedBy(StringRef Argument) {
  for (unsigned I = 0; I < 8; ++I) {
    if (Argument.consume_front("&") ||
        Argument.consume_front("HIP_KERNEL_NAME") ||
        Argument.consume_front("HIP_SYMBOL"))
      continue;
    if (Argument.consume_front("reinterpret_cast") ||
        Argument.consume_front("static_cast"))
      Argument = Argument.drop_front(bracketed(Argument));
    if (!Argument.starts_with("("))
      return Argument;
    const size_t End = bracketed(Argument);
    Argument = End == Argument.size() ? Argument.drop_front().drop_back()
                                      : Argument.drop_front(End);
  }
  return Argument;
}

/// What the call launches whose name ends before \p Rest: its argument of this
/// index, from 0.
static std::string launchedBy(StringRef Rest, unsigned Index) {
  Rest = Rest.ltrim();
  if (!Rest.consume_front("("))
    return "";
  std::string Argument;
  unsigned Depth = 0;
  for (const char C : Rest) {
    if (Depth == 0 && (C == ')' || (C == ',' && Index == 0)))
      break;
    if (Depth == 0 && C == ',') {
      --Index;
      Argument.clear();
      continue;
    }
    Depth += C == '(' || C == '<';
    Depth -= Depth > 0 && (C == ')' || C == '>');
    if (!isSpace(C))
      Argument += C;
  }
  return Index == 0 ? namedBy(Argument).str() : "";
}

/// The functions and macros that launch the kernel which they are given.
static constexpr std::pair<StringLiteral, unsigned> Functions[] = {
    {"cudaLaunchKernel", 0},      {"cudaLaunchCooperativeKernel", 0},
    {"cudaLaunchKernelEx", 1},    {"cudaLaunchKernelExC", 1},
    {"hipLaunchKernel", 0},       {"hipLaunchCooperativeKernel", 0},
    {"hipLaunchKernelGGL", 0},    {"hipExtLaunchKernel", 0},
    {"hipExtLaunchKernelGGL", 0},
};

/// What a call that begins at \p Text launches; empty: it is none.
static std::string launchedThrough(StringRef Text) {
  const StringRef Name = Text.take_while(isName);
  for (const auto &[Function, Index] : Functions)
    if (Name == Function)
      return launchedBy(Text.drop_front(Name.size()), Index);
  return "";
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
    } else if ((Clean[I] == 'c' || Clean[I] == 'h') &&
               (I == 0 || !isName(Clean[I - 1]))) {
      std::string Kernel = launchedThrough(StringRef(Clean).substr(I));
      if (!Kernel.empty())
        Out.push_back({Line, static_cast<unsigned>(I - LineStart + 1), Kernel});
    }
  }
  return Out;
}

} // namespace gpuperf::record
