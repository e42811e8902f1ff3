//===- YamlError.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/YamlError.h"
#include "gpumodel/files/NearestNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace gpuperf;
using llvm::StringRef;
using llvm::Twine;

namespace {

// Bounds that keep hostile input from exhausting the stack: llvm::yaml recurses
// over nesting and over empty list entries. The largest shipped file has 11 KiB
// and 120 lines.
constexpr size_t MaxFileBytes = 1 << 18;
constexpr unsigned MaxLines = 600;
constexpr size_t MaxLineBytes = 1000;
constexpr unsigned MaxFlowDepth = 16;

bool isUtf8(StringRef S) {
  const auto *Begin = reinterpret_cast<const llvm::UTF8 *>(S.begin());
  return llvm::isLegalUTF8String(&Begin,
                                 reinterpret_cast<const llvm::UTF8 *>(S.end()));
}

/// From \p Offset to the end of its line.
StringRef lineAt(StringRef S, size_t Offset) {
  return S.drop_front(Offset).split('\n').first;
}

/// The key that a line of YAML begins with.
StringRef keyOfLine(StringRef Line) {
  Line = Line.trim();
  Line.consume_front("- ");
  return Line.ltrim(" {").split(':').first.trim();
}

StringRef quotedPart(StringRef Message) {
  return Message.split('\'').second.split('\'').first;
}

} // namespace

void gpuperf::collectYamlError(const llvm::SMDiagnostic &Diag, void *Context) {
  auto *State = static_cast<ParseState *>(Context);
  if (!State->Message.empty())
    return;
  State->Line = Diag.getLineNo() > 0 ? Diag.getLineNo() : 1;
  State->Message = Diag.getMessage().str();
  State->LineText = Diag.getLineContents().str();
  State->Key = State->CurrentKey;
  State->AtFirstKey = State->Keys.size() <= 1;
}

/// llvm::yaml's message, in the terms of a GPU file.
static std::string wordsFor(const ParseState &State) {
  StringRef Message = State.Message;
  std::string Key =
      (State.Key.empty() ? keyOfLine(State.LineText) : State.Key).str();
  if (Message == "not a mapping") {
    if (!State.Key.empty())
      return "'" + Key +
             "' must be written {value: NUMBER, status: STATUS, source: "
             "\"WHERE FROM\"}";
    if (llvm::is_contained(State.Keys, Key))
      return "'" + Key + "' must be a section, its keys indented below it";
    // Only the first key was asked for: the error is about the whole file.
    if (State.AtFirstKey)
      return "is not a GPU file: that begins with 'schema_version: 1'";
    return "expected keys and values here";
  }
  if (Message == "unexpected scalar")
    return "'" + Key + "' must be one plain value";
  if (Message == "not a sequence")
    return "'" + Key + "' must be a list in brackets";
  if (Message == "unknown node kind")
    return "holds a YAML alias, a GPU file repeats its numbers";
  if (Message.starts_with("missing required key") && !State.Key.empty())
    return (Message + " in '" + State.Key + "'").str();
  if (Message.starts_with("unknown key")) {
    std::vector<std::string> Names(State.Keys.begin(), State.Keys.end());
    std::string Nearest =
        nearestNames(quotedPart(Message), Names, /*MaxCount=*/1);
    if (!Nearest.empty())
      return (Message + ", did you mean " + Nearest + "?").str();
  }
  // llvm::yaml's messages begin with a capital letter, ours do not.
  if (!Message.empty() && llvm::isUpper(Message.front()))
    return ("not well-formed YAML: " + Message).str();
  return Message.str();
}

llvm::Error gpuperf::explainYamlError(llvm::MemoryBufferRef Buffer,
                                      const ParseState &State) {
  unsigned Line = State.Line;
  // An empty value is reported where the next token is.
  if (!State.Key.empty() && keyOfLine(State.LineText) != State.Key)
    Line = lineOfKey(Buffer.getBuffer(), State.Key, Line);
  return fileError(Buffer.getBufferIdentifier(), Line, wordsFor(State));
}

std::string gpuperf::numberText(double Value) {
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::format("%.12g", Value);
  return Text;
}

llvm::Error gpuperf::fileError(StringRef File, unsigned Line,
                               const Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 File + ":" + Twine(Line) + ": " + Message);
}

llvm::Error gpuperf::checkYamlText(llvm::MemoryBufferRef Buffer) {
  StringRef File = Buffer.getBufferIdentifier(), S = Buffer.getBuffer();
  if (S.size() > MaxFileBytes)
    return fileError(File, 1,
                     "is " + Twine(S.size()) +
                         " bytes long, a GPU file is at most " +
                         Twine(MaxFileBytes));
  unsigned Line = 1, FlowDepth = 0;
  size_t LineBytes = 0;
  for (const char &C : S) {
    if (C == '\n') {
      if (++Line > MaxLines)
        return fileError(File, Line,
                         "is longer than " + Twine(MaxLines) + " lines");
      LineBytes = 0;
      continue;
    }
    if (static_cast<unsigned char>(C) < 0x20 && C != '\t' && C != '\r')
      return fileError(File, Line,
                       "holds a control character, a GPU file is "
                       "YAML text");
    if (++LineBytes > MaxLineBytes)
      return fileError(File, Line,
                       "is longer than " + Twine(MaxLineBytes) + " characters");
    if (LineBytes == 1 && !isUtf8(lineAt(S, &C - S.data())))
      return fileError(File, Line, "is not UTF-8, a GPU file is YAML text");
    if (C == '{' || C == '[')
      ++FlowDepth;
    else if ((C == '}' || C == ']') && FlowDepth)
      --FlowDepth;
    if (FlowDepth > MaxFlowDepth)
      return fileError(File, Line,
                       "nests brackets deeper than " + Twine(MaxFlowDepth));
  }
  return llvm::Error::success();
}

unsigned gpuperf::lineOfKey(StringRef Text, StringRef Key, unsigned Last) {
  unsigned Found = 0;
  for (unsigned Line = 1; !Text.empty(); ++Line) {
    if (Line > Last && Found)
      break;
    auto [Head, Tail] = Text.split('\n');
    if (keyOfLine(Head) == Key)
      Found = Line;
    Text = Tail;
  }
  return Found ? Found : 1;
}
