//===- BodyTokens.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/BodyTokens.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace gpuperf;

BodyTokens::BodyTokens(const SourceManager &SM, FileID File, unsigned Begin,
                       unsigned End, const LangOptions &LangOpts)
    : FileStart(SM.getLocForStartOfFile(File)) {
  llvm::StringRef Text = SM.getBufferData(File);
  Lexer Lex(FileStart, LangOpts, Text.begin(), Text.begin() + Begin,
            Text.end());
  llvm::SmallVector<unsigned, 4> Open; // innermost branch last
  clang::Token T;
  bool AtEnd = Lex.LexFromRawLexer(T);
  auto offsetOf = [&](const clang::Token &Tok) {
    return Tok.getLocation().getRawEncoding() - FileStart.getRawEncoding();
  };
  auto textOf = [&](const clang::Token &Tok) {
    return Text.substr(offsetOf(Tok), Tok.getLength());
  };
  auto openBranch = [&](unsigned Group, llvm::StringRef Directive,
                        llvm::StringRef Condition, unsigned At) {
    Branches.push_back({Group, Open.empty() ? NoBranch : Open.back(), At, End,
                        Directive, Condition});
    Open.push_back(Branches.size() - 1);
  };
  while (T.isNot(tok::eof) && offsetOf(T) <= End) {
    if (!(T.is(tok::hash) && T.isAtStartOfLine())) {
      Tokens.push_back({T.getKind(), offsetOf(T), textOf(T),
                        Open.empty() ? NoBranch : Open.back()});
      if (AtEnd)
        break;
      AtEnd = Lex.LexFromRawLexer(T);
      continue;
    }
    // A directive: up to the next token that begins a line.
    const unsigned At = offsetOf(T);
    AtEnd = Lex.LexFromRawLexer(T);
    llvm::StringRef Directive, Condition;
    if (!T.isAtStartOfLine() && T.isNot(tok::eof)) {
      Directive = textOf(T);
      unsigned From = offsetOf(T) + T.getLength(), To = From;
      while (!AtEnd) {
        AtEnd = Lex.LexFromRawLexer(T);
        if (T.isAtStartOfLine() || T.is(tok::eof))
          break;
        To = offsetOf(T) + T.getLength();
      }
      Condition = Text.slice(From, To).trim();
    }
    if (Directive == "if" || Directive == "ifdef" || Directive == "ifndef") {
      openBranch(NumGroups++, Directive, Condition, At);
    } else if (Directive.starts_with("el") && !Open.empty()) {
      const unsigned Group = Branches[Open.back()].Group;
      Branches[Open.pop_back_val()].End = At;
      openBranch(Group, Directive, Condition, At);
    } else if (Directive == "endif" && !Open.empty()) {
      Branches[Open.pop_back_val()].End = At;
    }
  }
}

/// The value of a condition that needs no evaluator: `ifdef X`, `if 0`,
/// `if defined(X)`, `if X` where X is a number.
std::optional<bool> BodyTokens::conditionHolds(const Branch &B,
                                               Preprocessor &PP) const {
  auto definitionOf =
      [&](llvm::StringRef Name) -> std::optional<MacroDefinition> {
    Name = Name.trim();
    if (!isValidAsciiIdentifier(Name))
      return std::nullopt;
    return PP.getMacroDefinitionAtLoc(PP.getIdentifierInfo(Name),
                                      FileStart.getLocWithOffset(B.Begin));
  };
  auto isDefined = [&](llvm::StringRef Name) -> std::optional<bool> {
    if (auto Definition = definitionOf(Name))
      return bool(*Definition);
    return std::nullopt;
  };
  auto isNonZero = [&](llvm::StringRef Name) -> std::optional<bool> {
    const auto Definition = definitionOf(Name);
    if (!Definition)
      return std::nullopt;
    const MacroInfo *Info = Definition->getMacroInfo();
    if (!Info) // an unknown name counts as 0
      return false;
    unsigned long long Number = 0;
    if (!Info->isObjectLike() || Info->getNumTokens() != 1 ||
        llvm::StringRef(PP.getSpelling(*Info->tokens_begin()))
            .getAsInteger(0, Number))
      return std::nullopt;
    return Number != 0;
  };
  if (B.Directive == "ifdef" || B.Directive == "elifdef")
    return isDefined(B.Condition);
  if (B.Directive == "ifndef" || B.Directive == "elifndef") {
    std::optional<bool> Defined = isDefined(B.Condition);
    return Defined ? std::optional<bool>(!*Defined) : std::nullopt;
  }
  if (B.Directive == "else")
    return true;
  llvm::StringRef Condition = B.Condition;
  if (unsigned long long Number; !Condition.getAsInteger(0, Number))
    return Number != 0;
  bool Negated = Condition.consume_front("!");
  Condition = Condition.trim();
  if (!Condition.consume_front("defined")) {
    std::optional<bool> Value = isNonZero(Condition);
    return Value ? std::optional<bool>(*Value != Negated) : std::nullopt;
  }
  Condition = Condition.trim();
  if (Condition.consume_front("(") && !Condition.consume_back(")"))
    return std::nullopt;
  std::optional<bool> Defined = isDefined(Condition);
  return Defined ? std::optional<bool>(*Defined != Negated) : std::nullopt;
}

void BodyTokens::decideConditionals(llvm::ArrayRef<unsigned> StatementBegins,
                                    Preprocessor &PP) {
  auto hasStatement = [&](const Branch &B) {
    const unsigned *At = llvm::lower_bound(StatementBegins, B.Begin);
    return At != StatementBegins.end() && *At < B.End;
  };
  for (unsigned Group = 0; Group < NumGroups; ++Group) {
    llvm::SmallVector<Branch *, 4> Parts;
    for (Branch &B : Branches)
      if (B.Group == Group)
        Parts.push_back(&B);
    auto Live =
        llvm::find_if(Parts, [&](Branch *B) { return hasStatement(*B); });
    if (Live == Parts.end()) {
      // No statement tells: the first condition that holds, as far as every
      // one before it can be decided.
      for (Live = Parts.begin(); Live != Parts.end(); ++Live) {
        std::optional<bool> Holds = conditionHolds(**Live, PP);
        if (!Holds)
          break;
        if (*Holds)
          break;
        (*Live)->Is = State::Skipped;
      }
      if (Live == Parts.end() || !conditionHolds(**Live, PP))
        continue;
    }
    for (Branch *B : Parts)
      B->Is = B == *Live ? State::Compiled : State::Skipped;
  }
}

BodyTokens::State BodyTokens::stateOf(unsigned BranchIndex) const {
  State Result = State::Compiled;
  for (; BranchIndex != NoBranch; BranchIndex = Branches[BranchIndex].Parent) {
    if (Branches[BranchIndex].Is == State::Skipped)
      return State::Skipped;
    if (Branches[BranchIndex].Is == State::Undecided)
      Result = State::Undecided;
  }
  return Result;
}

size_t BodyTokens::indexAt(unsigned Offset) const {
  return llvm::partition_point(
             Tokens, [=](const Token &T) { return T.Offset < Offset; }) -
         Tokens.begin();
}

tok::TokenKind BodyTokens::kindAt(unsigned Offset) const {
  size_t Index = indexAt(Offset);
  return Index < Tokens.size() ? Tokens[Index].Kind : tok::eof;
}

llvm::StringRef BodyTokens::textAt(unsigned Offset) const {
  size_t Index = indexAt(Offset);
  return Index < Tokens.size() ? Tokens[Index].Text : llvm::StringRef();
}

size_t BodyTokens::skipPair(size_t Index, tok::TokenKind Open,
                            tok::TokenKind Close) const {
  if (Index >= Tokens.size() || Tokens[Index].Kind != Open)
    return Index;
  unsigned Depth = 0;
  for (; Index < Tokens.size(); ++Index) {
    if (Tokens[Index].Kind == Open)
      ++Depth;
    else if (Tokens[Index].Kind == Close && --Depth == 0)
      return Index + 1;
  }
  return Index;
}

size_t BodyTokens::skipParens(size_t Index) const {
  return skipPair(Index, tok::l_paren, tok::r_paren);
}

size_t BodyTokens::skipSquares(size_t Index) const {
  return skipPair(Index, tok::l_square, tok::r_square);
}

std::optional<unsigned> BodyTokens::firstOfInitializer(unsigned Name) const {
  size_t I = indexAt(Name) + 1;
  for (size_t After = skipSquares(I); After != I; After = skipSquares(I))
    I = After;
  if (I >= Tokens.size())
    return std::nullopt;
  const Token &T = Tokens[I];
  if (T.Kind == tok::equal || T.Kind == tok::l_brace || T.Kind == tok::l_paren)
    return T.Offset;
  return std::nullopt;
}

/// True if \p Macro leaves no statement: nothing, semicolons, pragmas.
static bool leavesNoStatement(const MacroInfo &Macro, Preprocessor &PP,
                              unsigned Depth) {
  if (Depth > 8)
    return false;
  unsigned Parens = 0;
  bool InPragma = false;
  for (const clang::Token &T : Macro.tokens()) {
    if (T.is(tok::semi) || T.is(tok::kw___extension__))
      continue;
    if (InPragma) {
      Parens += T.is(tok::l_paren);
      if (T.is(tok::r_paren) && --Parens == 0)
        InPragma = false;
      continue;
    }
    const IdentifierInfo *Name = T.getIdentifierInfo();
    if (!Name)
      return false;
    if (Name->isStr("_Pragma") || Name->isStr("__pragma")) {
      InPragma = true;
      continue;
    }
    const MacroInfo *Inner = PP.getMacroInfo(Name);
    if (!Inner || !leavesNoStatement(*Inner, PP, Depth + 1))
      return false;
    InPragma = Inner->isFunctionLike();
  }
  return true;
}

std::optional<unsigned> BodyTokens::firstUnaccounted(size_t From,
                                                     unsigned Until,
                                                     Preprocessor &PP,
                                                     bool Strict) const {
  for (size_t I = From; I < Tokens.size() && Tokens[I].Offset < Until;) {
    const Token &T = Tokens[I];
    const State Is = stateOf(T.Branch);
    if (T.Kind == tok::semi || Is == State::Skipped ||
        (Is == State::Undecided && !Strict)) {
      ++I;
      continue;
    }
    // [[attributes]] ahead of a statement.
    if (T.Kind == tok::l_square && I + 1 < Tokens.size() &&
        Tokens[I + 1].Kind == tok::l_square) {
      while (I < Tokens.size() && Tokens[I].Kind != tok::r_square)
        I = Tokens[I].Kind == tok::l_paren ? skipParens(I) : I + 1;
      I += 2;
      continue;
    }
    if (T.Kind != tok::raw_identifier)
      return T.Offset;
    if (T.Text == "__extension__") {
      ++I;
      continue;
    }
    if (T.Text == "_Pragma" || T.Text == "__pragma" ||
        T.Text == "__attribute__") {
      I = skipParens(I + 1);
      continue;
    }
    MacroDefinition Macro = PP.getMacroDefinitionAtLoc(
        PP.getIdentifierInfo(T.Text), FileStart.getLocWithOffset(T.Offset));
    if (!Macro || !leavesNoStatement(*Macro.getMacroInfo(), PP, 0))
      return T.Offset;
    I = Macro.getMacroInfo()->isFunctionLike() ? skipParens(I + 1) : I + 1;
  }
  return std::nullopt;
}

std::optional<unsigned>
BodyTokens::firstMissingForPart(unsigned Open, unsigned Close,
                                std::array<bool, 3> Present) const {
  unsigned Part = 0, Depth = 0;
  for (size_t I = indexAt(Open) + 1;
       I < Tokens.size() && Tokens[I].Offset < Close; ++I) {
    const Token &T = Tokens[I];
    if (stateOf(T.Branch) != State::Compiled)
      continue;
    if (T.Kind == tok::semi && Depth == 0) {
      if (++Part > 2)
        return T.Offset;
      continue;
    }
    if (!Present[Part])
      return T.Offset;
    if (T.Kind == tok::l_paren || T.Kind == tok::l_brace)
      ++Depth;
    else if ((T.Kind == tok::r_paren || T.Kind == tok::r_brace) && Depth > 0)
      --Depth;
  }
  return std::nullopt;
}
