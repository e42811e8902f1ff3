//===- AssumeComments.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/AssumeComments.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace gpuperf;

namespace {
/// How far up a comment may begin.
constexpr unsigned MaxLinesUp = 200;

size_t lineStart(llvm::StringRef Buffer, size_t Pos) {
  size_t Newline = Buffer.rfind('\n', Pos); // strictly before Pos
  return Newline == llvm::StringRef::npos ? 0 : Newline + 1;
}

llvm::StringRef lineAt(llvm::StringRef Buffer, size_t Start) {
  return Buffer.substr(Start).take_until(
      [](char C) { return C == '\n' || C == '\r'; });
}

/// A line that can only be the beginning of a function's declaration.
bool isDeclarationHead(llvm::StringRef Line) {
  if (Line.find_first_of(";{}") != llvm::StringRef::npos)
    return false;
  constexpr llvm::StringLiteral Heads[] = {
      "template", "__global__", "__launch_bounds__", "static",   "extern",
      "inline",   "[[",         "__attribute__",     "requires", "void"};
  return llvm::any_of(
      Heads, [&](llvm::StringLiteral H) { return Line.starts_with(H); });
}

constexpr llvm::StringLiteral Mark = "gpuperf:";

/// What the comment says whose \p Mark stands at \p At of \p Text; empty if it
/// is none that assumes. The text may begin in the middle of a comment.
llvm::StringRef assumedAt(llvm::StringRef Text, size_t At) {
  llvm::StringRef Before = Text.take_front(At).rtrim();
  llvm::StringRef Rest = Text.drop_front(At + Mark.size()).ltrim(" \t");
  if (!Before.ends_with("//") && !Before.ends_with("*") && !Before.empty())
    return "";
  if (!Rest.consume_front("assume"))
    return "";
  if (!Rest.empty() && !llvm::isSpace(Rest.front()) && Rest.front() != ':')
    return "";
  Rest.consume_front(":");
  Rest = Rest.take_until([](char C) { return C == '\n'; });
  return Rest.take_front(Rest.find("*/")).trim();
}

/// The comments in one line of text that holds nothing else of interest, or the
/// trailing ones of a line of code.
void addAssumptions(llvm::StringRef Text, std::vector<std::string> &Out) {
  for (size_t At = Text.find(Mark); At != llvm::StringRef::npos;
       At = Text.find(Mark, At + Mark.size()))
    if (llvm::StringRef Said = assumedAt(Text, At); !Said.empty())
      Out.push_back(Said.str());
}

/// A line that holds no code, as far as it can be told from itself.
bool isBlankOrComment(llvm::StringRef Line) {
  Line = Line.trim();
  if (Line.empty() || Line.starts_with("//") || Line == "*" ||
      Line.starts_with("* "))
    return true;
  const size_t Close = Line.find("*/");
  return (Line.starts_with("/*") || Close == 0) &&
         (Close == llvm::StringRef::npos || Close + 2 == Line.size());
}
} // namespace

std::vector<AssumeComment> gpuperf::allAssumeComments(llvm::StringRef Buffer) {
  std::vector<AssumeComment> Out;
  unsigned Number = 1; // of the line at Counted
  size_t Counted = 0;
  for (size_t At = Buffer.find(Mark); At != llvm::StringRef::npos;
       At = Buffer.find(Mark, At + Mark.size())) {
    const size_t Start = lineStart(Buffer, At);
    llvm::StringRef Line = lineAt(Buffer, Start);
    llvm::StringRef Said = assumedAt(Line, At - Start);
    if (Said.empty())
      continue;
    Number += static_cast<unsigned>(Buffer.slice(Counted, Start).count('\n'));
    Counted = Start;
    AssumeComment &C = Out.emplace_back();
    C.Text = Said.str();
    C.Offset = At;
    C.Line = Number;
    if (!Line.take_front(At - Start).rtrim(" \t/*").trim().empty())
      continue;
    for (unsigned Down = 0; Down < MaxLinesUp; ++Down) {
      // Behind a block comment, code may follow on its line.
      llvm::StringRef Rest = Line;
      if (Down == 0) {
        size_t Close = Line.find("*/", At - Start);
        Rest = Close == llvm::StringRef::npos ? "" : Line.substr(Close + 2);
      }
      if (!isBlankOrComment(Rest))
        break;
      size_t End =
          Buffer.find('\n', static_cast<size_t>(Line.end() - Buffer.begin()));
      if (End == llvm::StringRef::npos)
        break;
      Line = lineAt(Buffer, End + 1);
      ++C.Line;
    }
  }
  return Out;
}

std::vector<std::string> gpuperf::assumeCommentsAt(llvm::StringRef Buffer,
                                                   size_t Begin, size_t End,
                                                   bool SkipDeclarators) {
  std::vector<std::string> Found;
  if (Begin > Buffer.size() || End > Buffer.size() || End < Begin)
    return Found;
  // The lines above are read upwards, so the nearest comes first; the order is
  // turned round at the end.
  std::vector<std::vector<std::string>> Lines;
  size_t Start = lineStart(Buffer, Begin);
  size_t FirstLine = Start;
  for (unsigned Up = 0; Start > 0 && Up < MaxLinesUp; ++Up) {
    size_t Previous = lineStart(Buffer, Start - 1);
    llvm::StringRef Line = lineAt(Buffer, Previous).trim();
    if (Line.empty()) {
      Start = Previous;
      continue;
    }
    if (!Line.starts_with("//")) {
      if (Line.ends_with("*/")) {
        // A block comment: it must open at the start of a line.
        size_t Open = Buffer.take_front(Start).rfind("/*");
        if (Open == llvm::StringRef::npos)
          break;
        size_t OpenLine = lineStart(Buffer, Open);
        if (!Buffer.slice(OpenLine, Open).trim().empty())
          break;
        std::vector<std::string> Block;
        addAssumptions(Buffer.slice(Open, Start), Block);
        Lines.push_back(std::move(Block));
        Start = OpenLine;
        continue;
      }
      if (!SkipDeclarators || !isDeclarationHead(Line))
        break;
    }
    Lines.emplace_back();
    addAssumptions(Line, Lines.back());
    Start = Previous;
  }
  for (auto &Line : llvm::reverse(Lines))
    llvm::append_range(Found, Line);
  addAssumptions(lineAt(Buffer, FirstLine), Found);
  size_t LastLine = lineStart(Buffer, End);
  if (LastLine > FirstLine)
    addAssumptions(lineAt(Buffer, LastLine), Found);
  return Found;
}

static std::vector<std::string> commentsAtRange(const clang::SourceManager &SM,
                                                clang::SourceRange Range,
                                                bool SkipDeclarators) {
  if (Range.isInvalid())
    return {};
  auto [File, Begin] =
      SM.getDecomposedLoc(SM.getExpansionLoc(Range.getBegin()));
  auto [EndFile, End] =
      SM.getDecomposedLoc(SM.getExpansionRange(Range.getEnd()).getEnd());
  bool Invalid = false;
  llvm::StringRef Buffer = SM.getBufferData(File, &Invalid);
  if (Invalid)
    return {};
  if (EndFile != File || End < Begin || SkipDeclarators)
    End = Begin;
  return assumeCommentsAt(Buffer, Begin, End, SkipDeclarators);
}

std::vector<std::string>
gpuperf::assumeCommentsOfLaunch(const clang::SourceManager &SM,
                                clang::SourceRange Launch) {
  return commentsAtRange(SM, Launch, /*SkipDeclarators=*/false);
}

std::vector<std::string>
gpuperf::assumeCommentsOfKernel(const clang::SourceManager &SM,
                                const clang::FunctionDecl &F) {
  const clang::FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
  if (!Pattern)
    Pattern = &F;
  std::vector<std::string> Found;
  llvm::SmallSet<unsigned, 4> SeenLines;
  for (const clang::FunctionDecl *D : Pattern->redecls()) {
    clang::SourceLocation Begin = D->getOuterLocStart();
    if (const auto *T = D->getDescribedFunctionTemplate())
      Begin = T->getBeginLoc();
    if (Begin.isInvalid() || !SeenLines.insert(Begin.getRawEncoding()).second)
      continue;
    llvm::append_range(
        Found, commentsAtRange(SM, clang::SourceRange(Begin, Begin), true));
  }
  return Found;
}
