//===- BodyTokens.h - The text of a function body as tokens -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_BODYTOKENS_H
#define GPUPERF_PLUGIN_AST_BODYTOKENS_H

#include "clang/Basic/SourceLocation.h"
#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>
#include <vector>

namespace clang {
class LangOptions;
class Preprocessor;
class SourceManager;
} // namespace clang

namespace gpuperf {

/// The raw tokens of a stretch of a file, without preprocessor directives. For
/// each branch of each #if in it this class says whether it was compiled, where
/// that can be decided.
class BodyTokens {
public:
  /// Tokens that start at an offset in [Begin, End] of \p File.
  BodyTokens(const clang::SourceManager &SM, clang::FileID File, unsigned Begin,
             unsigned End, const clang::LangOptions &LangOpts);

  /// Decides which branches were compiled: those that a statement of the AST
  /// begins in (offsets in \p StatementBegins, sorted), else by the macros.
  void decideConditionals(llvm::ArrayRef<unsigned> StatementBegins,
                          clang::Preprocessor &PP);

  /// Index of the first token at or after \p Offset.
  size_t indexAt(unsigned Offset) const;
  clang::tok::TokenKind kindAt(unsigned Offset) const;
  llvm::StringRef textAt(unsigned Offset) const;

  /// Offset of the first token from index \p From up to offset \p Until that
  /// may not stand between two statements: not a `;`, an attribute, a pragma, a
  /// macro that expands to nothing, or text that was not compiled.
  std::optional<unsigned> firstUnaccounted(size_t From, unsigned Until,
                                           clang::Preprocessor &PP,
                                           bool Strict) const;

  /// Offset of what begins the initialiser of the variable whose name stands at
  /// \p Name, if its declarator has one.
  std::optional<unsigned> firstOfInitializer(unsigned Name) const;

  /// Offset of the first of the three parts of a for's header that has text
  /// where the AST has nothing (\p Present).
  std::optional<unsigned>
  firstMissingForPart(unsigned Open, unsigned Close,
                      std::array<bool, 3> Present) const;

private:
  static constexpr unsigned NoBranch = ~0u;
  enum class State : uint8_t { Compiled, Skipped, Undecided };
  struct Token {
    clang::tok::TokenKind Kind;
    unsigned Offset;
    llvm::StringRef Text;
    unsigned Branch; ///< innermost #if branch, or NoBranch
  };
  /// One branch of one #if group.
  struct Branch {
    unsigned Group, Parent, Begin, End;
    llvm::StringRef Directive; ///< "ifdef", "else", ...
    llvm::StringRef Condition; ///< the rest of its line
    State Is = State::Undecided;
  };
  State stateOf(unsigned BranchIndex) const;
  std::optional<bool> conditionHolds(const Branch &B,
                                     clang::Preprocessor &PP) const;
  /// Index after the bracket that opens at \p Index closes, if one does.
  size_t skipParens(size_t Index) const;
  size_t skipSquares(size_t Index) const;
  size_t skipPair(size_t Index, clang::tok::TokenKind Open,
                  clang::tok::TokenKind Close) const;

  clang::SourceLocation FileStart;
  std::vector<Token> Tokens;
  std::vector<Branch> Branches;
  unsigned NumGroups = 0;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_BODYTOKENS_H
