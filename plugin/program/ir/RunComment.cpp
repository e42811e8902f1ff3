//===- RunComment.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/ir/RunComment.h"

using llvm::StringRef;

namespace gpuperf::program {

static std::optional<std::string> argumentsIn(StringRef Line) {
  size_t Comment = Line.find("//");
  bool Block = false;
  if (Comment == StringRef::npos) {
    Comment = Line.find("/*");
    Block = true;
  }
  if (Comment == StringRef::npos)
    return std::nullopt;
  StringRef Text = Line.drop_front(Comment + 2).ltrim("/!* \t");
  if (!Text.consume_front("gpuperf:"))
    return std::nullopt;
  Text = Text.ltrim();
  if (!Text.consume_front("run") ||
      (!Text.empty() && Text.front() != ' ' && Text.front() != '\t' &&
       Text.front() != '\r' && Text.front() != '*'))
    return std::nullopt;
  if (Block)
    Text = Text.split("*/").first;
  return Text.trim().str();
}

std::optional<std::string> runCommentAbove(StringRef Buffer, size_t Offset) {
  size_t Start = Buffer.rfind('\n', Offset);
  Start = Offset == 0 || Start == StringRef::npos ? 0 : Start + 1;
  StringRef Line = Buffer.substr(Start).split('\n').first;
  if (auto Found = argumentsIn(Line))
    return Found;
  while (Start > 0) {
    size_t End = Start - 1;
    Start = End == 0 ? StringRef::npos : Buffer.rfind('\n', End - 1);
    Start = Start == StringRef::npos ? 0 : Start + 1;
    Line = Buffer.slice(Start, End).trim();
    if (auto Found = argumentsIn(Line))
      return Found;
    const bool IsComment = Line.starts_with("//") || Line.starts_with("/*") ||
                           Line.starts_with("*") || Line.ends_with("*/");
    if (!Line.empty() && !IsComment)
      return std::nullopt;
  }
  return std::nullopt;
}

} // namespace gpuperf::program
