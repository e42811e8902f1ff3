//===- BrokenText.h - Statements that the parser dropped --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang drops a statement that it cannot parse: the AST of a broken kernel may
// be a valid, nearly empty function. What is missing is found by comparing the
// text between two statements with what may stand there.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_BROKENTEXT_H
#define GPUPERF_PLUGIN_AST_BROKENTEXT_H

#include <optional>

namespace clang {
class FunctionDecl;
class Preprocessor;
class VarDecl;
} // namespace clang

namespace gpuperf {

/// The line of the first text in \p F's body (of its template, for an
/// instantiation) that no statement of the AST accounts for. Nothing if all is
/// accounted for, or if the body comes out of a macro and has no text.
/// \p Strict: text under an #if that cannot be decided counts as missing.
std::optional<unsigned> lineOfDroppedText(const clang::FunctionDecl &F,
                                          clang::Preprocessor &PP, bool Strict);

/// The line of an initialiser of \p Variable that the AST does not have.
std::optional<unsigned> lineOfDroppedInitializer(const clang::VarDecl &Variable,
                                                 clang::Preprocessor &PP);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_BROKENTEXT_H
