//===- Frame.cpp - One host function while it is walked -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/state/Frame.h"
#include "clang/AST/Decl.h"

using namespace gpuperf;
using namespace gpuperf::host;

const MutationSet &Frame::mutations(const clang::ASTContext &Ctx) {
  if (!Mutations) {
    Mutations.emplace();
    if (Function)
      collectMutations(Ctx, Function->getBody(), *Mutations);
  }
  return *Mutations;
}
