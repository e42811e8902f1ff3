//===- ControlParts.h - The statement that decides on a line ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_CONTROLPARTS_H
#define GPUPERF_PLUGIN_AST_CONTROLPARTS_H

#include <cstdint>
#include <optional>

namespace clang {
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace gpuperf {

/// Lines and columns from 1; a line of 0: there is no such place.
struct TextPlace {
  uint32_t Line = 0, Column = 0;
};
/// Both ends included.
struct TextPart {
  TextPlace Begin, End;
};

/// The parts of an if, ?:, switch or loop.
struct ControlParts {
  /// From the begin of the statement to where Then begins.
  TextPart Head;
  /// What is done where the condition holds, and where it does not. Without
  /// lines where there is nothing.
  TextPart Then, Else;
  /// Then does nothing but leave for elsewhere: break, continue, return, goto.
  bool ThenJumps = false;
};

/// Of the outermost statement in the body of \p F that begins on line \p Line
/// of F's file, as it is written there. Nothing where there is none, or where
/// it comes from a macro.
std::optional<ControlParts> controlPartsOn(const clang::SourceManager &SM,
                                           const clang::FunctionDecl &F,
                                           unsigned Line);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_CONTROLPARTS_H
