//===- Precompiled.h - Headers of clang that are parsed once ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The build parses these once for plugin/. No file may rely on it: each
// includes what it uses, and the build works without this header.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PRECOMPILED_H
#define GPUPERF_PLUGIN_PRECOMPILED_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <string>
#include <vector>

#endif // GPUPERF_PLUGIN_PRECOMPILED_H
