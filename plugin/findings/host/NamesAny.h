//===- NamesAny.h - Does a text name one of some variables? -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_NAMESANY_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_NAMESANY_H

#include "llvm/ADT/DenseSet.h"

namespace clang {
class Stmt;
class ValueDecl;
} // namespace clang

namespace gpuperf {

/// Whether \p S, or a part of it, is the name of one of \p Of.
bool namesAny(const clang::Stmt &S,
              const llvm::DenseSet<const clang::ValueDecl *> &Of);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_NAMESANY_H
